; Every sentence of the installer, in French and English.
!macro Word NAME FRENCH ENGLISH
  LangString ${NAME} ${LANG_FRENCH} "${FRENCH}"
  LangString ${NAME} ${LANG_ENGLISH} "${ENGLISH}"
!macroend
!define Word "!insertmacro Word"

${Word} WELCOME \
  "Cet assistant installe tabledisplay ${VERSION} pour tous les comptes de ce PC. Fermez la table avant de continuer : si le programme tourne, il sera arrêté.$\r$\n$\r$\nLe journal et les réglages restent dans $Data et ne sont jamais effacés." \
  "This wizard installs tabledisplay ${VERSION} for every account of this PC. Close the table before you go on: if the program runs, it will be stopped.$\r$\n$\r$\nJournal and settings stay in $Data and are never deleted."
${Word} PROGRAM "Programme" "Program"
${Word} PROGRAM_TOLD \
  "Le programme, sa ligne de commande et ses licences." \
  "The program, its command line and its licences."
${Word} START_MENU "Menu Démarrer" "Start menu"
${Word} START_MENU_TOLD \
  "La table, son diagnostic et les guides dans le menu Démarrer." \
  "The table, its diagnosis and the guides in the Start menu."
${Word} DOCTOR "Diagnostic de la table" "Diagnosis of the table"
${Word} GUIDES "Guides de la table" "Guides to the table"
${Word} AUTOSTART "Démarrage avec la session" "Start with the session"
${Word} AUTOSTART_TOLD \
  "La table s'affiche dès qu'un compte ouvre sa session (un seul compte : option /ACCOUNT)." \
  "The table shows as soon as an account signs in (one account only: switch /ACCOUNT)."
${Word} PROGRAM_RUNS \
  "tabledisplay tourne sur ce PC. L'installation va l'arrêter ; rien de ce qui est enregistré n'est perdu. Continuer ?" \
  "tabledisplay runs on this PC. Setup is going to stop it; nothing that is recorded is lost. Go on?"
${Word} PROGRAM_STILL_RUNS \
  "tabledisplay tourne encore, ou un de ses fichiers est utilisé par un autre programme. Rien n'a été changé. Fermez-le, puis recommencez." \
  "tabledisplay still runs, or another program uses one of its files. Nothing was changed. Close it, then try again."
${Word} FOLDER_NOT_OURS \
  "Le dossier $INSTDIR contient autre chose que tabledisplay. Choisissez un dossier nouveau ou vide." \
  "The folder $INSTDIR holds something else than tabledisplay. Choose a new or empty folder."
${Word} INSTALLED_ELSEWHERE \
  "tabledisplay est déjà installé dans un autre dossier. Désinstallez-le d'abord ; le journal reste." \
  "tabledisplay is already installed in another folder. Uninstall it first; the journal stays."
${Word} RIGHTS_REFUSED \
  "Les droits du dossier $Data n'ont pas pu être donnés. Vérifiez que le compte existe, puis recommencez." \
  "The rights of the folder $Data could not be given. Check that the account exists, then try again."
${Word} AUTOSTART_REFUSED \
  "tabledisplay est installé, mais son démarrage avec la session n'a pas pu être réglé. Vérifiez que le compte existe, puis recommencez." \
  "tabledisplay is installed, but its start with the session could not be set. Check that the account exists, then try again."
${Word} WINDOWS_TOO_OLD \
  "Il faut Windows 10 version 1809 ou plus récent, en 64 bits." \
  "This needs Windows 10 version 1809 or later, 64-bit."
${Word} BAD_ACCOUNT \
  "Ce nom de compte (/ACCOUNT) ne peut pas exister. Corrigez-le, puis recommencez." \
  "That account name (/ACCOUNT) cannot exist. Correct it, then try again."
${Word} SETUP_RUNS \
  "Une installation de tabledisplay est déjà en cours. Attendez qu'elle finisse." \
  "A setup of tabledisplay is already running. Wait until it is done."
${Word} MARK_TEXT \
  "Ce dossier appartient à l'installeur de tabledisplay : une mise à jour le vide. N'y rangez rien. Les données sont dans $Data." \
  "This folder belongs to tabledisplay's installer: an upgrade empties it. Keep nothing here. The data are in $Data."
${Word} DATA_IS_KEPT \
  "Les résultats sont des preuves : le journal, les sauvegardes et les réglages restent dans $Data. Seul le programme est enlevé." \
  "Results are evidence: journal, backups and settings stay in $Data. Only the program is removed."
