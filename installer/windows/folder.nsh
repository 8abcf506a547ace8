; The program's own folder: which may be taken, and how one version gives way to the next.

; An upgrade goes where the program is.
Function SkipKnownFolder
  ${If} ${FileExists} "$INSTDIR\${MARK}"
    Abort
  ${EndIf}
FunctionEnd

; Only a folder that is new, empty, or bears our mark: an upgrade empties it.
Function GuardFolder
  StrLen $0 "$INSTDIR"
  StrLen $1 "$Data"
  StrCpy $2 "$INSTDIR" $1
  ${If} $0 < 4
  ${OrIf} $2 == $Data
    Goto not_ours
  ${EndIf}
  ${If} ${FileExists} "$INSTDIR.old\*.*"
  ${AndIfNot} ${FileExists} "$INSTDIR.old\${MARK}"
    Goto not_ours
  ${EndIf}
  ${If} ${FileExists} "$INSTDIR\${MARK}"
    Return
  ${EndIf}
  ${DirState} "$INSTDIR" $0 ; -1 no such folder, 0 empty, 1 not empty
  ${If} $0 = 1
    Goto not_ours
  ${EndIf}
  ${IfNot} ${FileExists} "$INSTDIR\*.*"
  ${AndIf} ${FileExists} "$INSTDIR"
    Goto not_ours ; a file of that name
  ${EndIf}
  Return
not_ours:
  IfSilent +3
  MessageBox MB_OK|MB_ICONSTOP "$(FOLDER_NOT_OURS)"
  Abort ; stays on the page
  SetErrorLevel ${NOT_OURS}
  Quit
FunctionEnd

; The former program is moved aside in one step, which fails if anything in it is in use.
Function PutAside
  SetOutPath "$TEMP"
  ${If} ${FileExists} "$INSTDIR.old\${MARK}"
    RMDir /r "$INSTDIR.old"
  ${EndIf}
  ${IfNot} ${FileExists} "$INSTDIR\${MARK}"
    RMDir "$INSTDIR"
    Return
  ${EndIf}
  StrCpy $0 0
  ${Do}
    ClearErrors
    Rename "$INSTDIR" "$INSTDIR.old"
    ${IfNot} ${Errors}
      StrCpy $Aside 1
      Return
    ${EndIf}
    IntOp $0 $0 + 1
    Sleep 200
  ${LoopUntil} $0 > 25
  ${Stop} ${STILL_RUNS} "$(PROGRAM_STILL_RUNS)"
FunctionEnd

Function PutBack
  ${If} $Aside = 1
    SetOutPath "$TEMP"
    RMDir /r "$INSTDIR"
    Rename "$INSTDIR.old" "$INSTDIR"
    StrCpy $Aside 0
  ${EndIf}
FunctionEnd

Function .onInstFailed
  Call PutBack
FunctionEnd
