"""Word lists that tell statements from headings, commands and remarks. English, small letters."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FINITE = _words(
    "am is are was were has have had does did do will would shall should can could may might "
    "must cannot ain't isn't aren't wasn't weren't hasn't haven't hadn't doesn't didn't don't "
    "won't wouldn't shan't shouldn't can't couldn't mightn't mustn't it's that's there's he's "
    "she's what's who's i'm we're you're they're i've we've you've they've i'll we'll you'll "
    "they'll it'll i'd we'd you'd they'd he'd she'd"
)
SUBJECTS = _words("i we you he she it they there who everyone everybody someone nobody nothing")
PERSONS = _words("i we he she they")
# With two present forms that also are irregular plurals.
IRREGULAR_PAST = _words(
    "lives leaves arose ate awoke beat became befell began bent bet bid bit blew bore bought "
    "bound broke brought built burnt came cast caught chose clung cost crept cut dealt drank "
    "drew drove dug fed fell felt fled flew flung forbade foresaw forgot fought found froze gave "
    "got grew had held hid hit hung hurt kept knelt knew laid lay leapt learnt led left lent let "
    "lit lost made meant met outgrew overcame oversaw overtook paid proved put quit ran rang "
    "read rid rode rose said sang sank sat saw sent set shed shone shook shot showed shrank shut "
    "slept slid slung sold sought spent split spoke sprang spread spun stole stood strode stuck "
    "stung struck strove swam swept swore swung taken taught thought threw told took tore "
    "understood undertook underwent upheld went wept withdrew withheld withstood woke won wore "
    "wove wrote wrung"
)
NOT_PAST = _words(
    "need indeed speed feed seed hundred sacred naked red bed shed breed greed weed deed reed "
    "kindred united limited unprecedented so-called supposed aged skilled gifted beloved "
    "talented embed exceed proceed succeed"
)
PRONOUNS = _words("this that these those some all many most both each several few another none")
PLURAL = _words("people men women children data media police staff most many both all others")
DETERMINERS = _words(
    "the a an its their his her our your my this that these those no any all each every some "
    "both several many most few another"
)
PREPOSITIONS = _words(
    "of in on at by for from to with without into onto over under between among across through "
    "during before after above below about against per via than as within towards toward beyond "
    "upon near and or & plus versus vs"
)
SUBORDINATORS = _words(
    "that which who whom whose if when where what how whether why because as since until before "
    "after so while once unless"
)
ENGLISH = (
    DETERMINERS | PREPOSITIONS | SUBORDINATORS | FINITE | _words("not but only also more been be")
)
FOREIGN = _words(
    "der das und ein eine einer eines einem einen ist nicht mit für von dem den des zu auf wurde "
    "wurden sind hat haben le la les un une est et du dans pour que qui sur pas au aux sont "
    "était el los las una y es del por para con se fue il lo gli e di che è nel della per sono "
    "uma um do da em não os foi het een van zijn niet op werd och att det som är på inte i w z "
    "się nie jest og ikke til av"
)
# Base forms that open a command; the second group are also nouns or names.
COMMANDS = _words(
    "add adjust append apply ask assign attach avoid be become begin book bring browse build "
    "call cancel choose clear click clone close collect combine compare complete configure "
    "confirm connect consider consult continue convert copy create decide define delete deploy "
    "describe determine disable discard don't do double-click download drag drop edit enable "
    "ensure enter examine execute explain explore export extract fill find fix follow generate "
    "get give go grab identify ignore imagine import include insert inspect install invoke join "
    "keep learn leave let list load locate log look make mark merge move navigate never obtain "
    "open paste pay pick place populate prepare press provide pull push put read rebuild recall "
    "reduce refer register reload remember remove rename repeat replace reply request reset "
    "restart restore return review right-click run save scan scroll search see select send set "
    "share show sign specify start stop store submit subscribe swap switch take tap tell think "
    "toggle try turn type unzip update upgrade upload use verify view visit wait watch write"
)
AMBIGUOUS_COMMANDS = _words(
    "access address address balance book call change check clone contact copy cover design "
    "document double drop estimate export filter fix focus group hold import increase limit list "
    "load log look map mark measure monitor move name note order pass pay place plan post press "
    "print pull push read record report request reset return review run save scan schedule "
    "search set share show sign start stop store study swap switch tap test track train transfer "
    "turn type update upgrade upload use view visit wait watch work"
)
ADVERBS = _words(
    "please always never just simply first then next now finally also instead alternatively "
    "again carefully optionally afterwards otherwise"
)
