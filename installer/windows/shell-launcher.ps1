<#
.SYNOPSIS
Fait de tabledisplay le seul programme d'un compte (Shell Launcher v2), ou le défait.
Makes tabledisplay the only program of an account (Shell Launcher v2), or undoes it.

.DESCRIPTION
Windows Enterprise, Education, IoT Enterprise. En administrateur / as administrator:

    powershell -ExecutionPolicy Bypass -File shell-launcher.ps1 -Account table
    powershell -ExecutionPolicy Bypass -File shell-launcher.ps1 -Remove

Takes effect at the account's next sign-in. It replaces a Shell Launcher configuration that another
program or an MDM has set. Every other account keeps its desktop: that is where maintenance is done.

What happens when the program ends (nobody ever sees a desktop or a black screen):

    exit code                            action
    0     ended on purpose               RestartShell
    1     a check failed                 RestartShell
    2     settings unusable              RestartShell: the table comes back as soon as they are mended
    70    a bug ended it                 RestartShell: it starts more plainly after repeated bugs
    other crash, or ended by force       RestartShell (DefaultAction)
#>
[CmdletBinding()]
param(
    [Parameter(Mandatory = $true, ParameterSetName = 'Set')][string]$Account,
    [Parameter(Mandatory = $true, ParameterSetName = 'Remove')][switch]$Remove
)
$ErrorActionPreference = 'Stop'
Set-StrictMode -Version 2

$Program = Join-Path $PSScriptRoot 'tabledisplay.exe'
$Data = Join-Path $env:ProgramData 'tabledisplay'
$Profile1 = '{5C0E3D0A-6A3F-4B7C-9C6E-7D1B2E5A9F31}'

function Get-Configuration([string]$Sid) {
    $shell = [Security.SecurityElement]::Escape("`"$Program`" --data `"$Data`"")
    @"
<?xml version="1.0" encoding="utf-8"?>
<ShellLauncherConfiguration
    xmlns="http://schemas.microsoft.com/ShellLauncher/2018/Configuration"
    xmlns:v2="http://schemas.microsoft.com/ShellLauncher/2019/Configuration">
  <Profiles>
    <DefaultProfile>
      <Shell Shell="%SystemRoot%\explorer.exe"><DefaultAction Action="RestartShell"/></Shell>
    </DefaultProfile>
    <Profile Id="$Profile1">
      <Shell Shell="$shell" v2:AppType="Desktop" v2:AllAppsFullScreen="false">
        <ReturnCodeActions>
          <ReturnCodeAction ReturnCode="0" Action="RestartShell"/>
          <ReturnCodeAction ReturnCode="1" Action="RestartShell"/>
          <ReturnCodeAction ReturnCode="2" Action="RestartShell"/>
          <ReturnCodeAction ReturnCode="70" Action="RestartShell"/>
        </ReturnCodeActions>
        <DefaultAction Action="RestartShell"/>
      </Shell>
    </Profile>
  </Profiles>
  <Configs>
    <Config><Account Sid="$Sid"/><Profile Id="$Profile1"/></Config>
  </Configs>
</ShellLauncherConfiguration>
"@
}

# Windows lets only SYSTEM write this: a task that runs once does it, and ends with 0 if it worked.
function Invoke-AsSystem([string]$Arguments) {
    $name = 'tabledisplay-shell-launcher'
    $action = New-ScheduledTaskAction -Execute "$PSHOME\powershell.exe" `
        -Argument "-NoProfile -ExecutionPolicy Bypass -File `"$PSCommandPath`" $Arguments"
    $system = New-ScheduledTaskPrincipal -UserId 'S-1-5-18' -LogonType ServiceAccount
    Register-ScheduledTask -TaskName $name -Action $action -Principal $system -Force | Out-Null
    try {
        Start-ScheduledTask -TaskName $name
        $left = 60
        do {
            Start-Sleep -Seconds 1
            $left -= 1
            $result = (Get-ScheduledTaskInfo -TaskName $name).LastTaskResult
        } while ($left -gt 0 -and $result -in 0x41301, 0x41303) # runs; has not run yet
        return $result
    }
    finally {
        Unregister-ScheduledTask -TaskName $name -Confirm:$false
    }
}

function Set-Shell([string]$Configuration) {
    $csp = Get-CimInstance -Namespace 'root\cimv2\mdm\dmmap' -ClassName 'MDM_AssignedAccess'
    $csp.ShellLauncher = if ($Configuration) {
        [Security.SecurityElement]::Escape($Configuration)
    }
    Set-CimInstance -CimInstance $csp
}

if ([Security.Principal.WindowsIdentity]::GetCurrent().IsSystem) {
    if ($Remove) { Set-Shell '' } else { Set-Shell (Get-Configuration $Account) }
    exit 0
}
if ($Remove) {
    $result = Invoke-AsSystem '-Remove'
}
else {
    $sid = (New-Object Security.Principal.NTAccount $Account).Translate(
        [Security.Principal.SecurityIdentifier]).Value
    $result = Invoke-AsSystem "-Account $sid"
}
if ($result -ne 0) {
    Write-Error ("Shell Launcher : échec / failed (0x{0:X}). " -f $result +
        'Windows Enterprise, Education, IoT Enterprise ?')
    exit 1
}
Write-Output 'Shell Launcher : fait, à la prochaine ouverture de session. / Done, at the next sign-in.'
