/** `ok`: nothing to do; `note`: good to know, with what one may do; `wrong`: does not work until somebody acts. */
export interface Finding {
  verdict: "ok" | "note" | "wrong";
  text: string;
}

export const ok = (text: string): Finding => ({ verdict: "ok", text });
export const note = (text: string): Finding => ({ verdict: "note", text });
export const wrong = (text: string): Finding => ({ verdict: "wrong", text });

export interface Examination {
  /** Of the database itself. */
  database: Finding[];
  /** Of what keeps and serves it, told last. */
  surroundings: Finding[];
  /** Whether it can be read by this program as it is. */
  isCurrent: boolean;
}

export interface ExaminationOptions {
  backupFolder: string;
  formatBytes(bytes: number): string;
}
