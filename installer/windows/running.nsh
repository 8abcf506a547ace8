; Stopping the program before its files are replaced, and starting it again.

!define MUTEX "TableDisplay" ; held by the program while it runs: tabledisplay/instance.py
!define SYNCHRONIZE 0x100000

; $0: 1 if the mutex exists; one that we may not open, exists.
!macro SeeMutex NAME
  System::Call 'kernel32::OpenMutex(i ${SYNCHRONIZE}, i 0, t "${NAME}") p .r1 ?e'
  Pop $2
  ${If} $1 P<> 0
    System::Call 'kernel32::CloseHandle(p r1)'
    StrCpy $0 1
  ${ElseIf} $2 = 5 ; ERROR_ACCESS_DENIED
    StrCpy $0 1
  ${EndIf}
!macroend

; $0: 1 while the program runs in this session, or Windows keeps one of our files from being
; replaced because it runs in another one.
!macro RunningProgram UN
Function ${UN}IsRunning
  StrCpy $0 0
  Push $1
  Push $2
  !insertmacro SeeMutex "${MUTEX}"
  !insertmacro SeeMutex "Global\${MUTEX}"
  ${If} ${FileExists} "$INSTDIR\tabledisplay.exe"
    ClearErrors
    FileOpen $1 "$INSTDIR\tabledisplay.exe" a
    ${If} ${Errors}
      StrCpy $0 1
    ${Else}
      FileClose $1
    ${EndIf}
  ${EndIf}
  ${If} ${FileExists} "$INSTDIR\tabledisplay-console.exe"
    ClearErrors
    FileOpen $1 "$INSTDIR\tabledisplay-console.exe" a
    ${If} ${Errors}
      StrCpy $0 1
    ${Else}
      FileClose $1
    ${EndIf}
  ${EndIf}
  Pop $2
  Pop $1
FunctionEnd

; $0: 0 as soon as nothing runs, 1 after five seconds.
Function ${UN}WaitForEnd
  StrCpy $2 0
  ${Do}
    Call ${UN}IsRunning
    ${If} $0 = 0
      Return
    ${EndIf}
    IntOp $2 $2 + 1
    Sleep 200
  ${LoopUntil} $2 > 25
FunctionEnd

; Asked first, forced after five seconds (a table's facts are on the disk before the screen), then
; looked at again: nothing is replaced under a program that runs.
Function ${UN}StopProgram
  Call ${UN}IsRunning
  ${If} $0 = 0
    Return
  ${EndIf}
  MessageBox MB_OKCANCEL|MB_ICONEXCLAMATION "$(PROGRAM_RUNS)" /SD IDOK IDOK +3
  SetErrorLevel 1
  Quit
  nsExec::Exec '"$SYSDIR\schtasks.exe" /End /TN ${TASK}'
  Pop $1
  nsExec::Exec '"$SYSDIR\taskkill.exe" /IM tabledisplay.exe'
  Pop $1
  nsExec::Exec '"$SYSDIR\taskkill.exe" /IM tabledisplay-console.exe'
  Pop $1
  Call ${UN}WaitForEnd
  ${If} $0 = 0
    Return
  ${EndIf}
  nsExec::Exec '"$SYSDIR\taskkill.exe" /F /IM tabledisplay.exe'
  Pop $1
  nsExec::Exec '"$SYSDIR\taskkill.exe" /F /IM tabledisplay-console.exe'
  Pop $1
  Call ${UN}WaitForEnd
  ${If} $0 <> 0
    ${Stop} ${STILL_RUNS} "$(PROGRAM_STILL_RUNS)"
  ${EndIf}
FunctionEnd
!macroend

; In the session of whoever plays if the start with the session is registered, else in this one.
Function StartAgain
  ReadRegStr $0 HKLM "${KEY}" "Autostart"
  ${If} $0 != ""
    nsExec::Exec '"$SYSDIR\schtasks.exe" /Run /TN ${TASK}'
    Pop $0
    ${If} $0 == 0
      Return
    ${EndIf}
  ${EndIf}
  SetOutPath "$INSTDIR"
  Exec '"$INSTDIR\tabledisplay.exe" --data "$Data"'
FunctionEnd
