import type { CheerioAPI } from "cheerio";

/**
 * Text that only pages of these programs contain: Anubis, Cloudflare, DataDome, Imperva, HUMAN, AWS, Akamai and
 * others.
 */
const MARKERS =
  /id="anubis_(?:version|challenge)"|\/\.within\.website\/x\/|_cf_chl_opt|captcha-delivery\.com|_Incapsula_Resource|id="px-captcha"|awsWafCookieDomainList|token\.awswaf\.com|sec-if-cpt-container|sucuri_cloudproxy_js|\/_fs-ch-|validate\.perfdrive\.com|ips\.js\?KP_UIDz|\/\.well-known\/\.git\.gammaspectra\.live\/|check\.ddos-guard\.net|__vercel_challenge|\/cerberus-|bunny-shield\/|haproxy-protection/iu;

/** Beginnings of such pages' titles, in the languages in which they are shown. */
const WALL_TITLE =
  /^(?:just a moment|attention required|verifying (?:you|your)|verify(?:ing)? (?:that )?you(?:'|’)?(?:re| are)|making sure you(?:'|’)re not a bot|checking (?:your browser|if the site connection|you are not)|checking (?:that )?you(?:'|’)re (?:not|human)|are you (?:a )?(?:human|robot|bot|over 18)|before you continue|ddos[- ]guard|one more step|pardon our interruption|robot or human|client challenge|access to this page has been denied|sucuri website firewall|vercel security checkpoint|radware bot manager|shieldsquare captcha|please (?:verify|confirm) (?:that )?you|you have been blocked|sorry, you have been blocked|unusual traffic|human verification|bot verification|robot (?:check|challenge)|security (?:check|checkpoint|verification)$|nur einen moment|einen moment bitte|un instant|un momento|um momento|één moment|een ogenblik|bir dakika|один момент|подождите|请稍候|請稍候|しばらくお待ちください|잠시만 기다리)/iu;

/** Titles, or whole parts of titles, of walls and error pages. */
const EMPTY_TITLES: ReadonlySet<string> = new Set(
  "access denied;blocked;please wait;loading;redirecting;over 18;age verification;captcha;recaptcha;are you a robot;forbidden;not found;page not found;file not found;page introuvable;seite nicht gefunden;página no encontrada;page cannot be found;this page could not be found;error;an error occurred;an error has occurred;something went wrong;oops;server error;internal server error;application error;bad gateway;bad request;service unavailable;service temporarily unavailable;temporarily unavailable;gateway timeout;gateway time-out;too many requests;rate limit exceeded;unauthorized;site maintenance;maintenance;maintenance mode;under maintenance;site not found;connection timed out;web server is down;javascript is not available;javascript is disabled;javascript required;enable javascript;enable javascript and cookies to continue;please enable javascript;please enable cookies;cookies required;you are being redirected;one moment, please;hold tight;welcome to nginx;apache2 ubuntu default page: it works;it works;suspected phishing site;account suspended;domain suspended".split(
    ";",
  ),
);
const STATUS =
  /^(?:(?:http |http error |error )?(?:4\d\d|5[0-2]\d)\b(?: error| [-–:] )?\s*|error 1\d{3}\b.*)/iu;
const PARTS = /\s+[|·•–—:-]+\s+|\s*[|·•]\s*/u;

/** Words on pages that require proof of being human. */
const CHALLENGE =
  /\b(?:captcha|robots?|bots?|humans?|javascript|cookies|your browser|challenge|verif\w+|ddos|proof[- ]of[- ]work)\b/iu;
/** Maximum length of a challenge page's text. */
const MAX_CHALLENGE = 1200;

/** True for the title of a wall or an error, such as "Just a moment..." and "404 Not Found". */
export function isEmptyTitle(title: string): boolean {
  const text = title.trim().replaceAll("’", "'");
  if (text === "") return false;
  if (WALL_TITLE.test(text)) return true;
  const parts = text.split(PARTS).filter((part) => part !== "");
  return parts.length <= 3 && parts.some(isEmptyPart);
}

function isEmptyPart(part: string): boolean {
  const words = part.toLowerCase().replaceAll(/^[\s!.…?]+|[\s!.…?]+$/gu, "");
  if (EMPTY_TITLES.has(words)) return true;
  const rest = words
    .replace(STATUS, "")
    .replace(/^\((.*)\)$/u, "$1")
    .replaceAll(/^[\s:–-]+/gu, "");
  // "404" alone may be anything, such as a film. With these words it is an error.
  return rest !== words && (rest === "" ? /error/u.test(words) : EMPTY_TITLES.has(rest));
}

/** True for a page that a site shows to bots instead of its own. */
export function isBotWall($: CheerioAPI, html: string, title: string): boolean {
  if (MARKERS.test(html)) return true;
  if (isEmptyTitle(title)) return true;
  // Detects unknown walls: hidden from search engines, without a description, and only about browsers and robots.
  const isHidden = /noindex/iu.test($("meta[name='robots' i]").first().attr("content") ?? "");
  if (!isHidden || $("meta[name='description' i], meta[property='og:title'], article, main p").length > 0)
    return false;
  const body = $("body").clone();
  body.find("script, style, template").remove();
  const text = body.text().replaceAll(/\s+/gu, " ").trim();
  return text.length <= MAX_CHALLENGE && CHALLENGE.test(`${title} ${text}`);
}
