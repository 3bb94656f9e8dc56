; Additions to the Windows installer: links, "Open with", and the command line. Everything is under the installing user's
; own rights, and removed again. Conversations are in the user's data folder, which no installer touches.

!macro customInstall
  WriteRegStr SHCTX "Software\Classes\throughline" "" "URL:Throughline"
  WriteRegStr SHCTX "Software\Classes\throughline" "URL Protocol" ""
  WriteRegStr SHCTX "Software\Classes\throughline\DefaultIcon" "" "$appExe,0"
  ; What follows -- is never an option of Chromium's.
  WriteRegStr SHCTX "Software\Classes\throughline\shell\open\command" "" '"$appExe" -- "%1"'

  ; Under "Open with" only: no type of file gets another default app.
  WriteRegStr SHCTX "Software\Classes\Throughline.Conversation" "" "Conversation"
  WriteRegStr SHCTX "Software\Classes\Throughline.Conversation\shell\open\command" "" '"$appExe" -- "%1"'
  WriteRegNone SHCTX "Software\Classes\.jsonl\OpenWithProgids" "Throughline.Conversation"
  WriteRegNone SHCTX "Software\Classes\.json\OpenWithProgids" "Throughline.Conversation"
  WriteRegNone SHCTX "Software\Classes\.zip\OpenWithProgids" "Throughline.Conversation"

  ; WindowsApps is in every user's PATH. The file may hold only ASCII: cmd reads it in another code page than this installer
  ; writes, and the folder has the user's name in it. So the path starts with a variable, or is the short one.
  StrLen $1 $LOCALAPPDATA
  StrCpy $2 $INSTDIR $1
  StrCmp $2 $LOCALAPPDATA 0 +4
  StrCpy $2 $INSTDIR "" $1
  StrCpy $2 "%LOCALAPPDATA%$2"
  Goto +2
  GetFullPathName /SHORT $2 $INSTDIR
  ClearErrors
  FileOpen $0 "$LOCALAPPDATA\Microsoft\WindowsApps\throughline.cmd" w
  IfErrors +3
  FileWrite $0 '@"$2\resources\bin\throughline.cmd" %*$\r$\n'
  FileClose $0
  ClearErrors
!macroend

!macro customUnInstall
  DeleteRegKey SHCTX "Software\Classes\throughline"
  DeleteRegKey SHCTX "Software\Classes\Throughline.Conversation"
  DeleteRegValue SHCTX "Software\Classes\.jsonl\OpenWithProgids" "Throughline.Conversation"
  DeleteRegValue SHCTX "Software\Classes\.json\OpenWithProgids" "Throughline.Conversation"
  DeleteRegValue SHCTX "Software\Classes\.zip\OpenWithProgids" "Throughline.Conversation"
  Delete "$LOCALAPPDATA\Microsoft\WindowsApps\throughline.cmd"
!macroend
