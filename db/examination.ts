/** `ok`: nothing to do. `note`: useful to know, with an optional action. `wrong`: doesn't work until somebody acts. */
export interface Finding {
  verdict: "ok" | "note" | "wrong";
  text: string;
}

export const ok = (text: string): Finding => ({ verdict: "ok", text });
export const note = (text: string): Finding => ({ verdict: "note", text });
export const wrong = (text: string): Finding => ({ verdict: "wrong", text });

export interface Examination {
  /** Findings about the database itself. */
  database: Finding[];
  /** Findings about its storage and server, shown last. */
  surroundings: Finding[];
  /** True if this program can read the database without a migration. */
  isCurrent: boolean;
}

export interface ExaminationOptions {
  backupFolder: string;
  formatBytes(bytes: number): string;
}
