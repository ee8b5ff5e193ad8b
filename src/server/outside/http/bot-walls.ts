import type { CheerioAPI } from "cheerio";

/**
 * Text that only pages of these programs contain: Anubis, Cloudflare, DataDome, Imperva, HUMAN, AWS, Akamai and
 * others.
 */
const WALL_MARKERS =
  /id=["']anubis_(?:version|challenge)|\/\.within\.website\/x\/|_cf_chl_opt|captcha-delivery\.com|_Incapsula_Resource|id="px-captcha"|awsWafCookieDomainList|token\.awswaf\.com|sec-if-cpt-container|sucuri_cloudproxy_js|\/_fs-ch-|validate\.perfdrive\.com|ips\.js\?KP_UIDz|\/149e9513-01fa-4fb0-aad4-566afd725d1b\/|window\[["']bobcmn["']\]|winsocks\(\)|\/\.well-known\/\.git\.gammaspectra\.live\/|check\.ddos-guard\.net|__vercel_challenge|\/cerberus-|bunny-shield\/|haproxy-protection|\/__qrator\//iu;

/** Beginnings of such pages' titles, in the languages in which they are shown. */
const WALL_TITLE =
  /^(?:verifying (?:you|your)|verify(?:ing)? (?:that )?you(?:'|’)?(?:re| are)|making sure you(?:'|’)re not a bot|checking (?:your browser|if the site connection|you are not)|checking (?:that )?you(?:'|’)re (?:not|human)|before you continue to|\S+: over 18|pardon our interruption|access to this page has been denied|sucuri website firewall|vercel security checkpoint|radware bot manager|shieldsquare captcha|please (?:verify|confirm) (?:that )?you|prove your humanity|вы не робот|acm error: ip blocked|you have been blocked|sorry, you have been blocked|unusual traffic (?:detected|from)|security (?:check|checkpoint|verification)$|请稍候|請稍候|しばらくお待ちください|잠시만 기다리)/iu;

/** Hosts and paths of such pages, and of pages for signing in or accepting cookies, to which sites redirect. */
const WALL_ADDRESS =
  /^https?:\/\/(?:consent|captcha|challenge)\.[^./]+\.|^[^?#]*\/(?:authwall|accounts\/login|sorry\/index|errors\/validateCaptcha|zustimmung)(?:[/?#]|$)/iu;

/** Beginnings of titles of error pages, and of sign-in pages shown to non-members. */
const ERROR_TITLE =
  /^(?:(?:oops|sorry)[!,.]? )?(?:the|this|that) (?:page|content|video|link)(?: you(?:'re| are| were| requested)?(?: looking for)?)? (?:(?:could not|cannot|can't|couldn't) be found|(?:does not|doesn't|no longer) exists?|(?:is not|isn't|is no longer|is currently|is)(?: currently)? (?:un)?available|was not found|has (?:been )?(?:re)?moved)|^\S+\.\w+ (?:- )?(?:this (?:website|domain(?: name)?) )?(?:is|may be) for sale|^nothing found for\b|^(?:log in to|log into) facebook|^linkedin login, sign in|^login [•-] instagram|^sign in - google accounts|^sign in to your (?:microsoft )?account$/iu;

/** Titles, or whole parts of titles, of walls and error pages. */
const EMPTY_TITLES: ReadonlySet<string> = new Set(
  "just a moment;nur einen moment;einen moment bitte;un instant;un momento;um momento;solo un momento;jeszcze chwila;één moment;een ogenblik;bir dakika;bir dakika lütfen;один момент;подождите;attention required;one more step;robot or human;client challenge;are you human;are you a human;are you a bot;are you over 18;before you continue;unusual traffic;access denied;ddos-guard;human verification;bot verification;robot check;robot challenge;captcha challenge;bot or not;browser check;validating request;security check required;security measure;request rejected;prove your humanity;cookie absent;cookies are disabled;安全验证;百度安全验证;验证码;accès refusé;zugriff verweigert;acceso denegado;accesso negato;acesso negado;toegang geweigerd;アクセスが拒否されました;blocked;please wait;loading;redirecting;over 18;age verification;captcha;recaptcha;are you a robot;forbidden;not found;page not found;file not found;page introuvable;seite nicht gefunden;página no encontrada;página não encontrada;pagina non trovata;pagina niet gevonden;nie znaleziono strony;sidan hittades inte;siden blev ikke fundet;siden ble ikke funnet;sivua ei löytynyt;sayfa bulunamadı;страница не найдена;ページが見つかりません;페이지를 찾을 수 없습니다;页面不存在;not_found;page cannot be found;this page could not be found;error;an error occurred;an error has occurred;something went wrong;sorry! something went wrong;oops;server error;internal server error;application error;bad gateway;bad request;service unavailable;service temporarily unavailable;temporarily unavailable;gateway timeout;gateway time-out;too many requests;rate limit exceeded;unauthorized;object moved;untitled document;content not available;video unavailable;not available in your region;subscribe to read;we'll be right back;wordpress › error;site maintenance;maintenance;maintenance mode;under maintenance;site not found;connection timed out;web server is down;javascript is not available;javascript is disabled;javascript required;enable javascript;enable javascript and cookies to continue;please enable javascript;please enable cookies;cookies required;you are being redirected;one moment, please;hold tight;welcome to nginx;apache2 ubuntu default page: it works;iis windows server;it works;suspected phishing site;account suspended;domain suspended".split(
    ";",
  ),
);
const STATUS_PREFIX =
  /^(?:(?:http |http error |http status |error |fehler |erreur |errore |erro |fout |ошибка )?(?:30\d|4\d\d|5[0-2]\d)\b(?: error| [-–:] )?\s*|error 1\d{3}\b.*)/iu;
/** Other texts after a status code. Alone, these may be titles. */
const STATUS_TEXTS: ReadonlySet<string> = new Set(
  "found;moved permanently;moved temporarily;temporary redirect;permanent redirect;see other;authorization required;payment required;method not allowed;not acceptable;request timeout;gone;page expired;unavailable for legal reasons".split(
    ";",
  ),
);
const TITLE_SEPARATOR = /\s+[|·•–—:-]+\s+|\s*[|·•]\s*/u;

/** Words on pages that ask for proof of being human. */
const CHALLENGE_WORDS =
  /\b(?:captcha|robot\w*|bots?|humans?|javascript|cookies|your browser|challenge|verif\w+|ddos|proof[- ]of[- ]work)\b/iu;
/** Widgets that ask for proof of being human. */
const CHALLENGE_WIDGETS = ".h-captcha, .cf-turnstile, #challenge-container, #captcha-form";
/** Sentences of walls, on pages that search engines may list. */
const WALL_SENTENCE =
  /unusual traffic|\b(?:not|are you) a robot\b|you(?:'|’)?(?: a)?re (?:a )?human\b|(?:solv|complet|enter|pass|fill)\w*[^.]{0,40}captcha|problem providing the content|disable any ad ?blocker|your support id is|url was rejected|prove your humanity|checking your browser|characters you see|security service to protect itself|javascript is not available|to continue shopping|вы не робот/iu;
/** Maximum length of a challenge page's text. */
const MAX_CHALLENGE_CHARS = 1200;
/** Maximum length of the text with such a widget. Ordinary pages with a widget, in a form, have more text. */
const MAX_WIDGET_CHARS = 200;

/** Title of an app until its script has run. */
const PLACEHOLDER_TITLE = /^\s*loading[\s.…]*$/iu;

/** Maximum length of a title to check. Walls and error pages have short titles. */
const MAX_TITLE = 200;

/** True for the title of a wall or an error, such as "Just a moment..." and "404 Not Found". */
export function isEmptyTitle(title: string): boolean {
  const text = title.trim().replaceAll("’", "'");
  if (text === "" || text.length > MAX_TITLE) return false;
  if (WALL_TITLE.test(text) || ERROR_TITLE.test(text)) return true;
  const parts = text.split(TITLE_SEPARATOR).filter((part) => part !== "");
  return parts.length <= 3 && parts.some(isEmptyPart);
}

/** True if a page inside a site is titled like its host, as challenges are. */
function isOnlyHost(title: string, url: string): boolean {
  const { hostname, pathname } = new URL(url);
  const host = title
    .trim()
    .toLowerCase()
    .replace(/^www\./u, "");
  return pathname !== "/" && host === hostname.replace(/^www\./u, "");
}

function isEmptyPart(part: string): boolean {
  const words = part.toLowerCase().replaceAll(/^[\s!.…?]+|[\s!.…?]+1?$/gu, "");
  if (EMPTY_TITLES.has(words)) return true;
  const rest = words
    .replace(STATUS_PREFIX, "")
    .replace(/^\((.*)\)$/u, "$1")
    .replaceAll(/^[\s:–-]+/gu, "");
  // "404" alone may be anything, such as a film. With these words it is an error.
  if (rest === words) return false;
  return rest === "" ? !/^\d/u.test(words) : EMPTY_TITLES.has(rest) || STATUS_TEXTS.has(rest);
}

const isRedirectToWall = (from: string, to: string): boolean =>
  WALL_ADDRESS.test(to) && !WALL_ADDRESS.test(from);

/** True for a page that a site shows to bots instead of its own. */
export function isBotWall(
  $: CheerioAPI,
  { html, title, url, requestedUrl }: { html: string; title: string; url: string; requestedUrl: string },
): boolean {
  if (WALL_MARKERS.test(html) || isRedirectToWall(requestedUrl, url)) return true;
  const hasOwnTitle = $("meta[property='og:title']").length > 0;
  if (isEmptyTitle(title) && !(hasOwnTitle && PLACEHOLDER_TITLE.test(title))) return true;
  if (isOnlyHost(title, url) && !hasOwnTitle) return true;
  // Detects unknown walls: without a description, and with little text, about browsers and robots.
  if ($("meta[name='description' i], meta[property='og:title'], article, main p").length > 0) return false;
  const isHidden = /noindex/iu.test($("meta[name='robots' i]").first().attr("content") ?? "");
  const body = $("body").clone();
  body.find("script, style, template").remove();
  const text = body.text().replaceAll(/\s+/gu, " ").trim();
  if (text.length > MAX_CHALLENGE_CHARS) return false;
  if (isHidden) return CHALLENGE_WORDS.test(`${title} ${text}`);
  return WALL_SENTENCE.test(text) || (text.length <= MAX_WIDGET_CHARS && $(CHALLENGE_WIDGETS).length > 0);
}
