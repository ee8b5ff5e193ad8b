/**
 * arXiv's categories by archive (https://arxiv.org/category_taxonomy). An archive without a list is itself a category.
 */
const ARCHIVES: Readonly<Record<string, string>> = {
  "astro-ph": "CO EP GA HE IM SR",
  "cond-mat": "dis-nn mes-hall mtrl-sci other quant-gas soft stat-mech str-el supr-con",
  cs: "AI AR CC CE CG CL CR CV CY DB DC DL DM DS ET FL GL GR GT HC IR IT LG LO MA MM MS NA NE NI OH OS PF PL RO SC SD SE SI SY",
  econ: "EM GN TH",
  eess: "AS IV SP SY",
  "gr-qc": "",
  "hep-ex": "",
  "hep-lat": "",
  "hep-ph": "",
  "hep-th": "",
  math: "AC AG AP AT CA CO CT CV DG DS FA GM GN GR GT HO IT KT LO MG MP NA NT OA OC PR QA RA RT SG SP ST",
  "math-ph": "",
  nlin: "AO CD CG PS SI",
  "nucl-ex": "",
  "nucl-th": "",
  physics:
    "acc-ph ao-ph app-ph atm-clus atom-ph bio-ph chem-ph class-ph comp-ph data-an ed-ph flu-dyn gen-ph geo-ph hist-ph ins-det med-ph optics plasm-ph pop-ph soc-ph space-ph",
  "q-bio": "BM CB GN MN NC OT PE QM SC TO",
  "q-fin": "CP EC GN MF PM PR RM ST TR",
  "quant-ph": "",
  stat: "AP CO ME ML OT TH",
};

/** All names of categories, such as cs.AI and quant-ph. */
export const ARXIV_CATEGORIES: ReadonlySet<string> = new Set(
  Object.entries(ARCHIVES).flatMap(([archive, list]) =>
    list === "" ? archive : list.split(" ").map((subject) => `${archive}.${subject}`),
  ),
);
