; The start with the session: a task of Windows' own scheduler, for one account or for every one.

; Pops a text, pushes 1 if it has none of the characters that XML or a command line would read.
Function IsPlain
  Exch $0
  Push $1
  Push $2
  StrCpy $1 0
  ${Do}
    StrCpy $2 $0 1 $1
    ${If} $2 == ""
      StrCpy $0 1
      ${ExitDo}
    ${EndIf}
    ${If} $2 == "&"
    ${OrIf} $2 == "<"
    ${OrIf} $2 == ">"
    ${OrIf} $2 == "%"
    ${OrIf} $2 == '"'
      StrCpy $0 0
      ${ExitDo}
    ${EndIf}
    IntOp $1 $1 + 1
  ${Loop}
  Pop $2
  Pop $1
  Exch $0
FunctionEnd

!macro Line TEXT
  FileWriteUTF16LE $0 '${TEXT}$\r$\n'
!macroend
!define Line "!insertmacro Line"

Function RegisterAutostart
  Push $INSTDIR
  Call IsPlain
  Pop $0
  ${If} $0 = 0
    ${Stop} ${NO_AUTOSTART} "$(AUTOSTART_REFUSED)"
  ${EndIf}
  InitPluginsDir
  FileOpen $0 "$PLUGINSDIR\task.xml" w
  FileWriteUTF16LE /BOM $0 '<?xml version="1.0" encoding="UTF-16"?>$\r$\n'
  ${Line} '<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">'
  ${Line} '<RegistrationInfo><Author>tabledisplay</Author></RegistrationInfo>'
  ${If} $Account == ""
    ${Line} '<Triggers><LogonTrigger><Enabled>true</Enabled></LogonTrigger></Triggers>'
    ${Line} '<Principals><Principal id="player"><GroupId>S-1-5-32-545</GroupId>'
  ${Else}
    ${Line} '<Triggers><LogonTrigger><Enabled>true</Enabled><UserId>$Account</UserId></LogonTrigger></Triggers>'
    ${Line} '<Principals><Principal id="player"><UserId>$Account</UserId><LogonType>InteractiveToken</LogonType>'
  ${EndIf}
  ${Line} '<RunLevel>LeastPrivilege</RunLevel></Principal></Principals>'
  ${Line} '<Settings><MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>'
  ${Line} '<DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>'
  ${Line} '<StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>'
  ${Line} '<ExecutionTimeLimit>PT0S</ExecutionTimeLimit><Priority>5</Priority>'
  ${Line} '<RestartOnFailure><Interval>PT1M</Interval><Count>255</Count></RestartOnFailure></Settings>'
  ${Line} '<Actions Context="player"><Exec><Command>$INSTDIR\tabledisplay.exe</Command>'
  ${Line} '<Arguments>--data "$Data"</Arguments>'
  ${Line} '<WorkingDirectory>$INSTDIR</WorkingDirectory></Exec></Actions></Task>'
  FileClose $0
  nsExec::Exec '"$SYSDIR\schtasks.exe" /Create /F /TN ${TASK} /XML "$PLUGINSDIR\task.xml"'
  Pop $0
  ${If} $0 != 0
    ${Stop} ${NO_AUTOSTART} "$(AUTOSTART_REFUSED)"
  ${EndIf}
  WriteRegStr HKLM "${KEY}" "Autostart" "${TASK}"
FunctionEnd
