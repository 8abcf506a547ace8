; Who may do what in the folders. Accounts by number: their names differ from language to language.
!define SYSTEM "*S-1-5-18"
!define ADMINISTRATORS "*S-1-5-32-544"
!define USERS "*S-1-5-32-545"

; Runs icacls on a folder; if it fails, stops the installation with the former program in place.
!macro Icacls FOLDER WHAT
  nsExec::Exec '"$SYSDIR\icacls.exe" "${FOLDER}" ${WHAT}'
  Pop $0
  ${If} $0 != 0
    Call PutBack
    ${Stop} ${NO_RIGHTS} "$(RIGHTS_REFUSED)"
  ${EndIf}
!macroend

; Journal and settings: written by whoever plays, owned by the administrators. An account that made
; the folder before us would own it, so owner and rights are set even if it exists, once.
Function MakeDataFolder
  CreateDirectory "$Data"
  ReadRegStr $0 HKLM "${KEY}" "DataFor"
  ${If} $Account == ""
    ${If} $0 != ""
      Return ; an upgrade leaves the rights as they are
    ${EndIf}
    StrCpy $1 "${USERS}"
  ${Else}
    StrCpy $1 "$Account"
  ${EndIf}
  !insertmacro Icacls "$Data" "/setowner ${ADMINISTRATORS} /T /C /Q"
  !insertmacro Icacls "$Data" "/reset /T /C /Q"
  !insertmacro Icacls "$Data" '/inheritance:r /grant:r ${SYSTEM}:(OI)(CI)F \
    ${ADMINISTRATORS}:(OI)(CI)F "$1:(OI)(CI)M" /Q'
  WriteRegStr HKLM "${KEY}" "DataFor" "$1"
FunctionEnd

; Program Files protects what is in it; elsewhere the installer has to.
Function ProtectProgramFolder
  StrLen $0 "$PROGRAMFILES64"
  StrCpy $1 "$INSTDIR" $0
  ${If} $1 != $PROGRAMFILES64
    !insertmacro Icacls "$INSTDIR" "/inheritance:r /grant:r ${SYSTEM}:(OI)(CI)F \
      ${ADMINISTRATORS}:(OI)(CI)F ${USERS}:(OI)(CI)RX /Q"
  ${EndIf}
FunctionEnd
