; The Windows installer, for every account of the PC. Switches, exit codes: docs/en/install-windows.md
; makensis -DVERSION=0.1.0 -DNUMBERS=0.1.0.0 -DBUNDLE=folder -DOUT=file -DICON=file [-DSIGN=command]
Unicode true
ManifestDPIAware true
RequestExecutionLevel admin
SetCompressor /SOLID lzma
SetDateSave off
AllowSkipFiles off
CRCCheck force
Name "tabledisplay ${VERSION}"
OutFile "${OUT}"
BrandingText "tabledisplay ${VERSION}"
ShowInstDetails nevershow
ShowUninstDetails nevershow
!ifdef SIGN
  !uninstfinalize '${SIGN} "%1"' = 0
!endif

!include MUI2.nsh
!include LogicLib.nsh
!include FileFunc.nsh
!include x64.nsh
!include WinVer.nsh

!define MARK "installed-by-setup.txt"
!define KEY "Software\tabledisplay"
!define LISTED "Software\Microsoft\Windows\CurrentVersion\Uninstall\tabledisplay"
!define TASK "tabledisplay"
!define OLDEST_BUILD 17763 ; Windows 10 1809, Qt's oldest

!define STILL_RUNS 3
!define NOT_OURS 4
!define NO_RIGHTS 5
!define NO_AUTOSTART 6
!define OLD_WINDOWS 7
!define BAD_SWITCH 8
!define ANOTHER_SETUP 9

Var Data      ; journal, settings, logs: C:\ProgramData\tabledisplay
Var Account   ; who plays: gets the data folder and the start with the session; empty: every account
Var Launch    ; 1: start the program when done (silent mode)
Var Aside     ; 1: the former program stands in $INSTDIR.old until the new one is complete

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING
!define MUI_WELCOMEPAGE_TEXT "$(WELCOME)"
!define MUI_FINISHPAGE_RUN
!define MUI_FINISHPAGE_RUN_FUNCTION StartUnelevated
!define MUI_FINISHPAGE_RUN_NOTCHECKED
!define MUI_UNCONFIRMPAGE_TEXT_TOP "$(DATA_IS_KEPT)"
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_LICENSE "${BUNDLE}/licences/tabledisplay/LICENSE"
!insertmacro MUI_PAGE_COMPONENTS
!define MUI_PAGE_CUSTOMFUNCTION_PRE SkipKnownFolder
!define MUI_PAGE_CUSTOMFUNCTION_LEAVE GuardFolder
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "French"
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_RESERVEFILE_LANGDLL
!include "words.nsh"

VIProductVersion "${NUMBERS}"
!macro Described LANGUAGE TEXT
  VIAddVersionKey /LANG=${LANGUAGE} "CompanyName" "the tabledisplay authors"
  VIAddVersionKey /LANG=${LANGUAGE} "FileDescription" "${TEXT}"
  VIAddVersionKey /LANG=${LANGUAGE} "FileVersion" "${VERSION}"
  VIAddVersionKey /LANG=${LANGUAGE} "LegalCopyright" "© the tabledisplay authors, Apache-2.0"
  VIAddVersionKey /LANG=${LANGUAGE} "ProductName" "tabledisplay"
  VIAddVersionKey /LANG=${LANGUAGE} "ProductVersion" "${VERSION}"
!macroend
!insertmacro Described ${LANG_FRENCH} "Installation de tabledisplay"
!insertmacro Described ${LANG_ENGLISH} "Setup of tabledisplay"

; Ends with an exit code and one sentence, which a silent run does not show.
!macro Stop CODE TEXT
  SetErrorLevel ${CODE}
  MessageBox MB_OK|MB_ICONSTOP "${TEXT}" /SD IDOK
  Quit
!macroend
!define Stop "!insertmacro Stop"

!include "folder.nsh"
!include "running.nsh"
!include "rights.nsh"
!include "autostart.nsh"
!insertmacro RunningProgram ""
!insertmacro RunningProgram "un."

Section "!$(PROGRAM)" SecProgram
  SectionIn RO
  Call GuardFolder
  Call MakeDataFolder
  Call StopProgram
  Call PutAside
  SetOutPath "$INSTDIR"
  Call ProtectProgramFolder
  FileOpen $0 "$INSTDIR\${MARK}" w
  FileWriteUTF16LE /BOM $0 "$(MARK_TEXT)$\r$\n"
  FileClose $0
  File /r "${BUNDLE}/*"
  File "shell-launcher.ps1"
  FileOpen $0 "$INSTDIR\tabledisplay-cli.cmd" w
  FileWrite $0 '@"%~dp0tabledisplay-console.exe" --data "%ProgramData%\tabledisplay" %*$\r$\n'
  FileClose $0
  WriteUninstaller "$INSTDIR\uninstall.exe"
  WriteRegStr HKLM "${KEY}" "Folder" "$INSTDIR"
  WriteRegStr HKLM "${KEY}" "Version" "${VERSION}"
  WriteRegStr HKLM "${LISTED}" "DisplayName" "tabledisplay"
  WriteRegStr HKLM "${LISTED}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKLM "${LISTED}" "DisplayIcon" "$INSTDIR\tabledisplay.exe"
  WriteRegStr HKLM "${LISTED}" "Publisher" "the tabledisplay authors"
  WriteRegStr HKLM "${LISTED}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKLM "${LISTED}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKLM "${LISTED}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKLM "${LISTED}" "NoModify" 1
  WriteRegDWORD HKLM "${LISTED}" "NoRepair" 1
  SectionGetSize ${SecProgram} $0
  WriteRegDWORD HKLM "${LISTED}" "EstimatedSize" $0
  StrCpy $Aside 0
  SetOutPath "$TEMP"
  RMDir /r "$INSTDIR.old"
SectionEnd

Section "$(START_MENU)" SecMenu
  CreateDirectory "$SMPROGRAMS\tabledisplay"
  SetOutPath "$INSTDIR" ; where the shortcuts start
  CreateShortcut "$SMPROGRAMS\tabledisplay\tabledisplay.lnk" "$INSTDIR\tabledisplay.exe" \
    '--data "$Data"' "$INSTDIR\tabledisplay.exe" 0
  CreateShortcut "$SMPROGRAMS\tabledisplay\$(DOCTOR).lnk" "$WINDIR\System32\cmd.exe" \
    '/k ""$INSTDIR\tabledisplay-cli.cmd" doctor"' "$INSTDIR\tabledisplay-console.exe" 0
  CreateShortcut "$SMPROGRAMS\tabledisplay\$(GUIDES).lnk" "$INSTDIR\guides\index.html"
  SetOutPath "$TEMP"
SectionEnd

Section /o "$(AUTOSTART)" SecAutostart
  Call RegisterAutostart
SectionEnd

Function .onInit
  SetRegView 64
  SetShellVarContext all
  StrCpy $Data "$APPDATA\tabledisplay"
  StrCpy $Aside 0
  !insertmacro MUI_LANGDLL_DISPLAY
  ${IfNot} ${RunningX64}
  ${OrIfNot} ${AtLeastWin10}
  ${OrIfNot} ${AtLeastBuild} ${OLDEST_BUILD}
    ${Stop} ${OLD_WINDOWS} "$(WINDOWS_TOO_OLD)"
  ${EndIf}
  System::Call 'kernel32::CreateMutex(p 0, i 0, t "Global\tabledisplay-setup") p .r0 ?e'
  Pop $1
  ${If} $1 = 183 ; ERROR_ALREADY_EXISTS
    ${Stop} ${ANOTHER_SETUP} "$(SETUP_RUNS)"
  ${EndIf}
  ReadRegStr $1 HKLM "${KEY}" "Folder"
  ${If} $1 != ""
  ${AndIf} ${FileExists} "$1\${MARK}"
    ${If} $INSTDIR != ""
    ${AndIf} $INSTDIR != $1
      ${Stop} ${NOT_OURS} "$(INSTALLED_ELSEWHERE)"
    ${EndIf}
    StrCpy $INSTDIR $1
  ${ElseIf} $INSTDIR == ""
    StrCpy $INSTDIR "$PROGRAMFILES64\tabledisplay"
  ${EndIf}
  Call ReadSwitches
FunctionEnd

Function ReadSwitches
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/ACCOUNT=" $Account
  ${If} ${Errors}
    StrCpy $Account ""
  ${EndIf}
  Push $Account
  Call IsPlain
  Pop $1
  ${If} $1 = 0
    ${Stop} ${BAD_SWITCH} "$(BAD_ACCOUNT)"
  ${EndIf}
  ClearErrors
  ${GetOptions} $0 "/AUTOSTART" $1
  ${IfNot} ${Errors}
    !insertmacro SelectSection ${SecAutostart}
  ${EndIf}
  StrCpy $Launch 0
  ClearErrors
  ${GetOptions} $0 "/LAUNCH" $1
  ${IfNot} ${Errors}
    StrCpy $Launch 1
  ${EndIf}
FunctionEnd

!insertmacro MUI_FUNCTION_DESCRIPTION_BEGIN
  !insertmacro MUI_DESCRIPTION_TEXT ${SecProgram} "$(PROGRAM_TOLD)"
  !insertmacro MUI_DESCRIPTION_TEXT ${SecMenu} "$(START_MENU_TOLD)"
  !insertmacro MUI_DESCRIPTION_TEXT ${SecAutostart} "$(AUTOSTART_TOLD)"
!insertmacro MUI_FUNCTION_DESCRIPTION_END

; The wizard runs as administrator, the program must not: the shell starts it.
Function StartUnelevated
  Exec '"$WINDIR\explorer.exe" "$SMPROGRAMS\tabledisplay\tabledisplay.lnk"'
FunctionEnd

Function .onInstSuccess
  ${If} $Launch = 1
    Call StartAgain
  ${EndIf}
FunctionEnd

Function un.onInit
  SetRegView 64
  SetShellVarContext all
  StrCpy $Data "$APPDATA\tabledisplay"
  !insertmacro MUI_UNGETLANGUAGE
  ${IfNot} ${FileExists} "$INSTDIR\${MARK}"
    ${Stop} ${NOT_OURS} "$(FOLDER_NOT_OURS)"
  ${EndIf}
FunctionEnd

Section "Uninstall"
  Call un.StopProgram
  SetOutPath "$TEMP"
  nsExec::Exec '"$SYSDIR\schtasks.exe" /Delete /F /TN ${TASK}'
  Pop $0
  RMDir /r "$SMPROGRAMS\tabledisplay"
  ClearErrors
  RMDir /r "$INSTDIR"
  ${If} ${Errors}
    ${Stop} ${STILL_RUNS} "$(PROGRAM_STILL_RUNS)"
  ${EndIf}
  DeleteRegKey HKLM "${LISTED}"
  DeleteRegKey HKLM "${KEY}"
  IfSilent +2
  MessageBox MB_OK|MB_ICONINFORMATION "$(DATA_IS_KEPT)"
SectionEnd
