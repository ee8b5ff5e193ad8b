/**
 * Detects withdrawn papers. arXiv's API has no field for it. Authors or arXiv's administrators write it into the
 * comment, the title or the abstract, in their own words.
 */

/** Archive entry's description of a paper. */
interface PaperEntry {
  title: string;
  abstract: string;
  comment: string;
  /** Null if the archive has none. */
  version: number | null;
}

/** Notices never come after this many characters. */
const MAX_COMMENT = 2000;
/** An abstract up to this length may consist of the notice alone. */
const SHORT_ABSTRACT = 400;

const PAPER = String.raw`(?:e-?print|preprint|paper|article|manuscript|submission|work|version|report|note|letter|draft|document|study|survey|thesis|chapter|review|comment|contribution|entry)`;
const KINDS = String.raw`(?:(?:present|current|latest|last|final|above|entire|whole|full|arxiv|research|conference|journal|workshop|survey|review|position|short|technical|working|scientific|submitted)\s+)*`;
const ARXIV = String.raw`(?:the\s+)?arxiv\b|(?:the\s+|this\s+)?(?:archive|e-?print|preprint|repository|server|website)|(?:public|circulation|publication|further)\b`;
/** Adverbs for a withdrawal that was reversed or never happened. */
const PAST = String.raw`(?:previously|originally|initially|formerly|mistakenly|accidentally|erroneously|inadvertently|wrongly|nearly|briefly|recently\s+un)`;
/** Words allowed between the paper and "withdrawn": names of the paper, auxiliary verbs, adverbs. */
const FILLER = String.raw`(?:arxiv:\S+|\([^()]{0,60}\)|\[[^[\]]{0,60}\]|v\d+|is|was|are|has|have|had|been|being|be|to|must|should|will|shall|needs?|requires?|ought|now|hereby|hence|here|therefore|thus|also|already|just|still|since|permanently|temporarily|voluntarily|(?!${PAST})\w{2,20}ly)`;
const VERB = String.raw`(?:withdrawn|retracted)`;
/** Excludes "withdrawn from NeurIPS", since the paper remains in the archive, and "withdrawn by mistake". */
const NOT_ELSEWHERE = String.raw`(?![\w-])(?!\s+(?:by\s+(?:\w+\s+){1,4})?from\s+(?!${ARXIV}))(?!\s+(?:by|in)\s+(?:a\s+)?(?:mistake|accident|error)\b)`;
/** Words that follow a notice beginning with the verb: its reason, its author or its end. */
const REASON = String.raw`(?=\s*(?:$|[.,;:!()\[\]\u2013\u2014-])|\s+(?:by|due|because|for|as|since|until|till|pending|owing|on|upon|at\s+(?:the\s+)?(?:authors?|request|this|our)|in\s+favou?r|to\s+(?:be|fix|correct|revise|address|make|avoid)|and|but|after|following|per|with|under|temporarily|permanently)\b)`;
const OWN_DETERMINER = String.raw`(?:this|our|my|the\s+(?:present|current|above))`;

/** Excludes "the data of this paper were withdrawn" and "if this paper is withdrawn". */
const NOT_OBJECT = String.raw`(?<!\b(?:when|whenever|if|whether|unless|how|why|after|before|once|of|for|in|with|from|to|on|by|about|behind|than)\s)`;
const OF_PAPER = String.raw`(?:\s+of\s+(?:this|the|our)\s+${KINDS}${PAPER})?`;

const pattern = (source: string) => new RegExp(source, "iu");

/** "This paper has been withdrawn", "The submission is being withdrawn". */
const passiveNotice = (determiner: string) =>
  pattern(
    String.raw`${NOT_OBJECT}\b${determiner}\s+${KINDS}${PAPER}${OF_PAPER}\s+(?:${FILLER}\s+){0,7}${VERB}${NOT_ELSEWHERE}`,
  );
/** "This paper contains an error and needs to be withdrawn". */
const joinedNotice = (determiner: string) =>
  pattern(
    String.raw`^(?:\S+\s+){0,3}?${determiner}\s+${KINDS}${PAPER}\b[^.;!?]{0,200}?\b(?:and|so|hence|thus|therefore)\s+(?:it\s+)?(?:${FILLER}\s+){1,6}${VERB}${NOT_ELSEWHERE}${REASON}`,
  );
const PASSIVE_ABOUT_OWN = passiveNotice(OWN_DETERMINER);
const PASSIVE = passiveNotice(String.raw`(?:${OWN_DETERMINER}|the|said)`);
const JOINED_ABOUT_OWN = joinedNotice(OWN_DETERMINER);
const JOINED = joinedNotice(String.raw`(?:${OWN_DETERMINER}|the)`);
/** "…, paper withdrawn by the author": without an article, the paper begins the clause. */
const BEGINS_WITH_PAPER = pattern(
  String.raw`^${KINDS}${PAPER}\s+(?:${FILLER}\s+){0,7}${VERB}${NOT_ELSEWHERE}${REASON}`,
);
const REMOVED = pattern(
  String.raw`(?:\b(?:this|the)\s+|^)${KINDS}${PAPER}\s+(?:${FILLER}\s+){0,5}(?:removed|deleted|taken\s+down)\s+(?:by\s+(?:the\s+)?(?:arxiv|authors?|submitter|admin|moderat)|from\s+(?:${ARXIV})|(?:at|on|upon)\s+(?:the\s+)?(?:authors?|request))`,
);
/** "The authors have withdrawn this paper", "We would like to withdraw it", "I am withdrawing because …". */
const ACTIVE = pattern(
  String.raw`\b(?!authors\s+withdraw\b)(?:we|i|(?:all\s+)?(?:(?:the|both|all|first|corresponding|lead|main|submitting)\s+)*authors?|(?:the\s+)?submitter|arxiv(?:\s+(?:admin\w*|moderat\w+|staff|team))?)${OF_PAPER}\s+(?:(?:have|has|had|am|are|is|were|was|to|now|hereby|hence|therefore|thus|both|all|also|would|will|shall|must|should|wish(?:es)?|wants?|like|need(?:s|ed)?|decided?|chose|chosen|request(?:s|ed)?|asks?|asked|intends?|plans?|agreed?|going|forced|kindly|mutually|unanimously|voluntarily|temporarily|permanently)\s+)*(?:withdrawn|withdraws?|withdrew|withdrawing|retract(?:s|ed|ing)?)(?:\s+(?:it|${OWN_DETERMINER}\s+${KINDS}${PAPER}|the\s+${KINDS}${PAPER})(?:\s+v\d+)?(?![\w-])(?!\s+from\s+(?!${ARXIV}))|${REASON}(?!\s+and))`,
);
/** "Withdrawn due to an error", "Withdrawal: …", "Please withdraw this paper". */
const BEGINS_WITH_VERB = pattern(
  String.raw`^(?:(?:please|kindly|now|being|is|was|has|been|have|to|be|temporarily|permanently|voluntarily|officially)\s+)*(?:withdrawn|withdraw|withdrawing|withdrew|withdrawal|retracted|retracting|retraction)(?:\s+(?:of\s+)?${OWN_DETERMINER}\s+${KINDS}${PAPER}|\s+(?:of\s+)?the\s+${PAPER})?${NOT_ELSEWHERE}${REASON}`,
);
const REQUESTED = pattern(
  String.raw`\b(?:requests?|requested|requesting|seeks?|asks?\s+for)\s+(?:for\s+)?(?:(?:the|a|its|immediate)\s+)*(?:withdrawal|retraction)(?:\s+of\s+(?:this|our|the)\s+${KINDS}${PAPER})?${REASON}`,
);
/** "(It) is hence withdrawn", as a separate clause. */
const SEPARATE_CLAUSE = pattern(
  String.raw`^(?:(?:and|so|hence|thus|therefore|thereby|consequently)\s+)*(?:it|we\s+have\s+it)\s+(?:${FILLER}\s+){1,6}${VERB}${NOT_ELSEWHERE}${REASON}`,
);
const WHOLE_COMMENT = pattern(
  String.raw`^(?:this\s+is\s+a\s+)?(?:withdrawn|retracted)\s+(?:arxiv\s+)?${PAPER}\s*[.!]?$`,
);
const IN_TITLE = /^\W{0,2}(?:withdrawn|retracted)\s*[:\])–—]|[[(](?:withdrawn|retracted)[\])]\s*$/iu;

/** "v1 was withdrawn" concerns that version only. */
const OF_VERSION = pattern(
  String.raw`\b(?:v|versions?\s+|ver\.?\s*)(\d{1,3})\b(?:\s+of\s+(?:this|the|our)\s+${PAPER})?\s+(?:${FILLER}\s+){0,5}${VERB}${NOT_ELSEWHERE}`,
);
/** The paper is restored, or the text describes the replacement of a withdrawn one. */
const RESTORED = pattern(
  String.raw`\b(?:(?:is|was|are|has\s+been|been|now|hereby|we)\s+(?:now\s+)?(?:re-?instated?|restored?|un-?withdrawn)|no\s+longer\s+withdrawn|withdrawal\s+(?:is|was|has\s+been)\s+(?:reversed|revoked|cancel+ed|undone)|this\s+(?:is\s+|version\s+is\s+)(?:now\s+)?(?:the|a|an|our)\s+(?:\w+\s+)?(?:full|corrected|fixed|revised|updated|new|improved|complete|extended)\b|this\s+(?:new\s+|revised\s+|corrected\s+)?(?:version|revision)\s+(?:corrects|fixes|repairs|resolves|replaces|restores)|(?:error|mistake|bug|issue|problem)s?\s+(?:is|are|was|were|has\s+been|have\s+been)\s+(?:now\s+)?(?:corrected|fixed|resolved|repaired)|(?:corrected|fixed|repaired)\s+in\s+(?:this|the\s+(?:present|current))\s+version)`,
);

/** True if the archive's entry declares this version of the paper withdrawn. */
export function isWithdrawn({ title, abstract, comment, version }: PaperEntry): boolean {
  if (IN_TITLE.test(title.trim())) return true;
  const note = simplify(comment.slice(0, MAX_COMMENT));
  const mentionsWithdrawal = /withdr|retract|removed|deleted|taken down/iu;
  if (mentionsWithdrawal.test(note) && isNotice(note, version)) return true;
  return mentionsWithdrawal.test(abstract) && opensOrEndsWithNotice(simplify(abstract), version);
}

function isNotice(note: string, version: number | null): boolean {
  if (RESTORED.test(note)) return false;
  const ofVersion = OF_VERSION.exec(note)?.[1];
  if (ofVersion !== undefined) return version === null || Number(ofVersion) >= version;
  const isAboutAnother =
    /^(?:comments?\s+on|reply\s+to|repl(?:y|ies)\s+to|response\s+to|erratum\s+to)\b/iu.test(note);
  if ((isAboutAnother ? PASSIVE_ABOUT_OWN : PASSIVE).test(note)) return true;
  if (WHOLE_COMMENT.test(note)) return true;
  const canMeanPaper = !/\b(?:earlier|previous|prior|former|original|another)\b/iu.test(note);
  return sentencesOf(note).some(
    (sentence) =>
      JOINED.test(sentence) ||
      REMOVED.test(sentence) ||
      ACTIVE.test(sentence) ||
      REQUESTED.test(sentence) ||
      clausesOf(sentence).some(
        (clause) =>
          BEGINS_WITH_PAPER.test(clause) ||
          BEGINS_WITH_VERB.test(clause) ||
          (canMeanPaper && SEPARATE_CLAUSE.test(clause)),
      ),
  );
}

/**
 * True if the abstract's first or last sentence is a notice about "this paper", since abstracts may discuss withdrawn
 * papers. A short abstract may be a notice in any words.
 */
function opensOrEndsWithNotice(abstract: string, version: number | null): boolean {
  const sentences = sentencesOf(abstract);
  const edges = [...new Set([sentences[0] ?? "", sentences.at(-1) ?? ""])];
  if (RESTORED.test(edges.join(" "))) return false;
  const isNoticeOfPaper = (sentence: string) =>
    PASSIVE_ABOUT_OWN.test(sentence) ||
    JOINED_ABOUT_OWN.test(sentence) ||
    (ACTIVE.test(sentence) && OWN_PAPER.test(sentence));
  if (edges.some(isNoticeOfPaper)) return true;
  return abstract.length <= SHORT_ABSTRACT && sentences.length <= 3 && isNotice(sentences[0] ?? "", version);
}

const OWN_PAPER = pattern(String.raw`\b${OWN_DETERMINER}\s+${KINDS}${PAPER}`);

/** Removes line breaks, quotes, emphasis markup and typographic apostrophes. */
const simplify = (text: string): string =>
  text
    .replaceAll(/[‘’]/gu, "'")
    .replaceAll(/["“”*_]/gu, "")
    .replaceAll(/\b(i|we|they)'(?:m|re|ve|d|ll)\b/giu, "$1")
    .replaceAll(/\(s\)/giu, "s")
    .replaceAll(/\s+/gu, " ")
    .trim();

const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.;!?])\s+|[[\]]|\s[–—-]\s|(?<=:)\s+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");

const clausesOf = (sentence: string): string[] =>
  sentence.split(/[,()]\s*|:\s+/u).map((clause) => clause.trim());
