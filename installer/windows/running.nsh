; Stopping the program before its files are replaced, and starting it again.

; $0: 1 while Windows keeps one of our programs from being replaced, because it runs.
!macro RunningProgram UN
Function ${UN}IsRunning
  StrCpy $0 0
  Push $1
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
  nsExec::Exec '"$SYSDIR\schtasks.exe" /Run /TN ${TASK}'
  Pop $0
  ${If} $0 != 0
    SetOutPath "$INSTDIR"
    Exec '"$INSTDIR\tabledisplay.exe" --data "$Data"'
  ${EndIf}
FunctionEnd
