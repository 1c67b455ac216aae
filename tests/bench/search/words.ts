/*
 * The words of the synthetic records. Words of a family share their beginning, as in English, so that a prefix finds
 * several and a misspelled word has similar words.
 */

/** Reads a family: its stem and, after the colon, its endings. `-` is an empty ending. */
function familyOf(text: string): string[] {
  const [stem = "", endings = "-"] = text.split(":");
  return endings.split(",").map((ending) => (ending === "-" ? stem : stem + ending));
}

const families = (text: string): string[][] => text.trim().split(/\s+/).map(familyOf);

/** Function words, the most common first. Nobody searches for them. */
export const FUNCTION_WORDS: readonly string[] = (
  "the of and to in a for is with that as on are by this be it or from an at can we our which has not have will was " +
  "their its these been other into such they all also more than but if there between each both under during while " +
  "through when where then no only some one two those over within without per any most"
).split(" ");

/** Function words that titles contain. */
export const TITLE_LINKS: readonly string[] = "for of and in with the to on at".split(" ");

/** Families of words that every report has, the most common first. */
export const GENERAL_FAMILIES: readonly string[][] = families(`
  system:-,s,atic,ically support:-,s,ed,ing operat:ion,ions,ional,or,ors,e,ing capabilit:y,ies data technolog:y,ies,ical
  develop:ment,ed,ing,er,ers,s provid:e,es,ed,ing,er test:-,s,ed,ing mission:-,s program:-,s,mable,ming
  perform:ance,s,ed,ing requir:ement,ements,ed,es,e design:-,s,ed,er,ers,ing integrat:ion,ed,ing,or,e,es process:-,es,ing,or,ors
  us:e,ed,er,ers,es,ing,able,age result:-,s,ing time:-,s,ly,line new:-,ly,er work:-,s,ing,flow,force product:-,s,ion,ive,ivity
  service:-,s,able team:-,s,ing experience:-,d,s solution:-,s research:-,er,ers,ing field:-,s,ed,ing demonstrat:ion,ions,ed,or,e
  evaluat:ion,ed,ing,e,or control:-,s,ler,lers,led,ling manag:ement,er,ers,e,ed,ing analy:sis,ses,tic,tics,st,sts,ze,zed,zing
  information environment:-,s,al,ally effect:-,s,ive,iveness approach:-,es level:-,s year:-,s cost:-,s,ly compan:y,ies
  compon:ent,ents train:-,ing,ed,er,ers high:-,er,ly low:-,er first power:-,ed,s,ful range:-,s,d rate:-,s,d deliver:-,y,ed,ies,able,ables
  equip:ment,ped contract:-,s,or,ors,ed,ing customer:-,s agenc:y,ies government:-,al industr:y,ial,ies office:-,s,r,rs
  member:-,s national department:-,s deploy:-,ment,ed,able,ing,s improv:e,ed,ement,ements,ing,es reduc:e,es,ed,ing,tion
  increas:e,ed,ing,es limit:-,s,ed,ation,ations need:-,s,ed plan:-,s,ning,ned,ner current:-,ly exist:-,ing,s comm:on,only
  include:-,s,d meet:-,s,ing,ings part:-,s,ner,ners,nership number:-,s applicat:ion,ions method:-,s,ology,ologies model:-,s,ing,ed
  standard:-,s,ize,ized,ization quality assess:-,ment,ments,ed,ing review:-,s,ed,er report:-,s,ed,ing document:-,s,ation,ed
`);

/** Families of technical terms. */
export const DOMAIN_FAMILIES: readonly string[][] = families(`
  autonom:y,ous,ously radar:-,s sonar:-,s antenna:-,s,e sens:or,ors,ing,e,itive,itivity lidar infrared thermal:-,ly optic:al,s,ally
  electro:nic,nics,magnetic,optical hydro:phone,phones,dynamic,gen,acoustic aero:space,dynamic,dynamics,nautical,stat
  navig:ation,ate,ational,ator,able guid:ance,ed,ing position:-,ing,al satellite:-,s orbit:-,al,s,ing constellation:-,s launch:-,er,ers,ed,es
  propuls:ion,ive,or engin:e,es,eer,eering,eers turbin:e,es rotor:-,s,craft fuel:-,s,ed,ing batter:y,ies charg:e,er,ing,ers
  vehicl:e,es,ular aircraft unmanned manned drone:-,s swarm:-,s,ing robot:-,s,ic,ics manipul:ator,ators,ation marin:e,es,er
  vessel:-,s ship:-,s,board,yard,building submarin:e,es torped:o,oes naval amphibious littoral undersea surfac:e,es,ing
  hull:-,s armor:-,ed missil:e,es interceptor:-,s munition:-,s warhead:-,s explos:ive,ives,ion ordnance fuz:e,es,ing hyperson:ic,ics
  superson:ic,ically ballist:ic,ics target:-,s,ing,ed track:-,s,ing,ed,er,ers detect:-,ion,or,ors,ed,ing,able classif:ication,ier,iers,ied,y
  identif:ication,ied,ier,y,ying recogni:tion,ze,zed surveil:lance reconn:aissance intellig:ence,ent counter:-,measure,measures,ing
  jam:ming,mer,mers spectr:um,al,oscopy,ometer signal:-,s,ing wave:form,forms,length,guide frequenc:y,ies bandwidth modul:ation,ar,arity,e,es
  communicat:ion,ions,e,ing network:-,s,ed,ing router:-,s mesh:-,es protocol:-,s encrypt:ion,ed,ing,s cryptograph:y,ic cyber:-,security,space
  secur:e,ity,ed,ing,ely vulnerab:ility,ilities,le intru:sion,sions,der malware firewall:-,s authent:ication,icate,icated,ic software firmware hardware
  algorithm:-,s,ic machine:-,s,d,ry learn:ing,ed,er neural artificial comput:ing,er,ers,ation,ational,e edge:-,s cloud:-,s,ed
  quantum photon:ic,ics laser:-,s microwave:-,s microelectron:ics,ic semiconductor:-,s wafer:-,s circuit:-,s,ry chip:-,s,set
  memor:y,ies storage database:-,s visual:ization,ize,ly,s display:-,s,ed simulat:ion,ions,or,ors,ed,e virtual:-,ly,ization augment:ed,ation,ing
  digital:-,ly,ization twin:-,s manufactur:ing,e,er,ers,ed additive:-,ly,s composit:e,es,ion material:-,s alloy:-,s ceramic:-,s polymer:-,s
  titan:ium alumin:um graphene nano:scale,tube,tubes,material,technology corros:ion,ive coating:-,s adhesiv:e,es weld:-,ing,ed,s
  logist:ic,ics,ical suppl:y,ies,ier,iers maint:enance,ain,ainer,ained,ainable diagnos:tic,tics,e,is prognos:tic,tics reliab:le,ility
  inspect:-,ion,ions,or,ors,ed repair:-,s,able,ed inventor:y,ies warehous:e,es,ing transport:-,ation,able,er airlift convoy:-,s depot:-,s
  medical:-,ly trauma:-,tic casualt:y,ies evacuat:ion,e,ed tourniquet:-,s biolog:ical,ically,y biosensor:-,s vaccin:e,es pathogen:-,s
  chemic:al,als,ally radiolog:ical,y nuclear radiat:ion,ive,or decontamin:ation,ate protect:ion,ive,ed,or,s helmet:-,s garment:-,s wearabl:e,es
  soldier:-,s sailor:-,s pilot:-,s,ed operator:-,s warfight:er,ers,ing command:-,er,ers,s tactic:al,s,ally strateg:ic,y,ies theater:-,s
  expedition:ary garrison:-,s base:-,s,line,d airfield:-,s runway:-,s port:-,s,able harbor:-,s arctic desert:-,s mountain:-,ous jungle:-,s urban terrain
  weather:-,ing meteorolog:ical,y ocean:-,ographic,ography climat:e,ic forecast:-,s,ing geospatial map:-,s,ping imag:e,ery,ing,er,es camera:-,s
  video:-,s acoust:ic,ics,ically vibration:-,s accelerometer:-,s gyroscop:e,es,ic inertial magnet:ic,ometer,ometers gravit:y,ational
  water:-,craft,proof purif:ication,ier,y energ:y,etic,etics microgrid:-,s generat:or,ors,ion,ed solar wind:-,s grid:-,s convert:er,ers inverter:-,s
  resilien:ce,cy,t redundan:cy,t surviv:ability,able,al stealth:-,y signatur:e,es camouflag:e,ed decoy:-,s obscur:ant,ants,ed,ation
  payload:-,s gimbal:-,s actuator:-,s hydraul:ic,ics pneumat:ic,ics valve:-,s pump:-,s,ing bearing:-,s gear:-,box,ed fasten:er,ers
  parachut:e,es airdrop:-,s glid:er,ers,e balloon:-,s airship:-,s tether:-,ed,s helicopter:-,s tiltrotor fighter:-,s bomber:-,s tanker:-,s
  telemetr:y,ic bus:-,es interfac:e,es,ing interoperab:ility,le architectur:e,es,al open:-,ness,ing framework:-,s middleware container:-,s,ized
  prototyp:e,es,ing,ed experiment:-,s,al,ation accredit:ation,ed certif:ication,ied,y complian:ce,t audit:-,s,ing,able procur:ement,e,ed acquisit:ion,ions
  laborator:y,ies universit:y,ies institut:e,es,ion startup:-,s venture:-,s patent:-,s,ed licens:e,es,ing,ed prime subcontract:-,or,ors innovat:ion,ive,or,ors
  mine:-,s,field,sweeping,hunting dredg:e,ing salvage:-,d buoy:-,s,ant mooring:-,s periscope:-,s ballast:-,ing bathymetr:y,ic seabed
  precis:ion,e,ely accura:cy,te,tely latenc:y,ies throughput scal:able,ability,e,ing adapt:ive,able,ation,er cognit:ive,ion behavior:-,s,al
  human:-,s decis:ion,ions fus:ion,ed,e correlat:ion,or,ed inferenc:e,es predict:ion,ive,or,ed anomal:y,ies,ous threat:-,s risk:-,s hazard:-,s,ous
`);

/** Words that often occur together. */
export const COLLOCATIONS: readonly string[] = [
  "machine learning|edge computing|artificial intelligence|neural network|supply chain|open architecture|digital twin",
  "additive manufacturing|signal processing|radar signature|electronic warfare|unmanned aircraft|command post|data fusion",
  "inertial navigation|target recognition|thermal imagery|battery storage|quantum sensing|secure communication",
  "mesh network|predictive maintenance|cyber threat|laser communication|satellite constellation|missile warning",
  "mine hunting|swarm control|human performance|virtual training|casualty evacuation|water purification|solar energy",
  "composite material|corrosion protection|test range|flight control|decision support|information security",
  "software factory|risk assessment|open standard|situational awareness|ground vehicle|surface vessel|undersea sensor",
]
  .join("|")
  .split("|");

/** Parts of organizations' names after the proper names. */
export const ORGANIZATION_FIELDS: readonly string[] = (
  "autonomy radar sensing robotics aerospace marine photonics cyber logistics materials analytics defense energy " +
  "navigation acoustics propulsion software medical composites electronics space maritime simulation imaging"
).split(" ");
export const ORGANIZATION_SUFFIXES: readonly string[] = (
  "systems|technologies|group|laboratories|solutions|incorporated|company|partners|works|dynamics|research institute|" +
  "engineering services|international|holdings"
).split("|");

/** Where engagements take place. */
export const PLACES: readonly string[] = (
  "Arlington, Virginia|Norfolk, Virginia|Crane, Indiana|Dayton, Ohio|Huntsville, Alabama|San Diego, California|" +
  "Newport, Rhode Island|Panama City, Florida|Tampa, Florida|Colorado Springs, Colorado|Austin, Texas|Keyport, Washington|" +
  "Dahlgren, Virginia|Patuxent River, Maryland|Aberdeen, Maryland|Natick, Massachusetts|Warren, Michigan|" +
  "Orlando, Florida|Pearl Harbor, Hawaii|Fort Worth, Texas|Quantico, Virginia|Charleston, South Carolina|" +
  "Philadelphia, Pennsylvania|Port Hueneme, California|China Lake, California|Corona, California|Carderock, Maryland|" +
  "Indian Head, Maryland|Bethesda, Maryland|Boston, Massachusetts|online"
).split("|");
