/**
 * Time zone names in feeds, in minutes ahead of UTC. Ambiguous names follow RFC 2822, or otherwise the larger
 * publisher.
 */
const ZONES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    utc: 0,
    ut: 0,
    gmt: 0,
    z: 0,
    wet: 0,
    west: 60,
    bst: 60,
    cet: 60,
    met: 60,
    mez: 60,
    cest: 120,
    mest: 120,
    mesz: 120,
    eet: 120,
    sast: 120,
    eest: 180,
    msk: 180,
    trt: 180,
    pkt: 300,
    ist: 330,
    wib: 420,
    ict: 420,
    hkt: 480,
    sgt: 480,
    awst: 480,
    jst: 540,
    kst: 540,
    acst: 570,
    aest: 600,
    acdt: 630,
    aedt: 660,
    nzst: 720,
    nzdt: 780,
    nst: -210,
    ndt: -150,
    brt: -180,
    art: -180,
    adt: -180,
    ast: -240,
    edt: -240,
    est: -300,
    cdt: -300,
    cst: -360,
    mdt: -360,
    mst: -420,
    pdt: -420,
    pst: -480,
    akdt: -480,
    akst: -540,
    hst: -600,
  }),
);

/** Returns a time zone's offset ahead of UTC, in minutes: "+0200", "GMT-3", "PDT", "Z". Unknown ones count as UTC. */
export function zoneMinutes(zone: string): number {
  const [, sign, hours, minutes = "0"] = /([+-])(\d{1,2}):?(\d{2})?$/u.exec(zone) ?? [];
  if (sign !== undefined) return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  return ZONES.get(zone.toLowerCase()) ?? 0;
}
