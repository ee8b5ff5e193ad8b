import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { Kbd, MOD_KEY } from "#client/ui/menu/shortcuts.tsx";

const GROUPS = [
  {
    title: "Everywhere",
    keys: [
      { keys: [MOD_KEY, "K"], does: "Search everything, open a section, run an action" },
      { keys: [MOD_KEY, "B"], does: "Collapse or expand the sidebar" },
      {
        keys: ["g", "h"],
        does: "Go to Home; g and i, b, a, n, r, p or c to the inbox, the brief or a section",
      },
      { keys: ["F8"], does: "Go to the notification" },
      { keys: ["?"], does: "Show these shortcuts" },
    ],
  },
  {
    title: "In a section",
    keys: [
      { keys: ["/"], does: "Search" },
      { keys: ["n"], does: "Add an item (on Home, a tool)" },
      { keys: ["↑", "↓"], does: "Move through the list (also j and k), ↓ also from the search" },
      { keys: ["Enter"], does: "Open" },
      { keys: ["e"], does: "Edit" },
      { keys: ["h"], does: "Show the history of an open tool or prompt, or of a reading" },
      { keys: ["c"], does: "Copy an open prompt" },
      { keys: ["u"], does: "Use the focused or open prompt" },
      { keys: ["r"], does: "Comment on the open item, or on a focused article, paper or reading" },
      { keys: ["s"], does: "Star the focused article, paper or prompt" },
      { keys: ["m"], does: "Mark the focused article as read" },
      { keys: ["a"], does: "Show or generate the summary of the focused or open paper" },
      { keys: ["v"], does: "Decide on the focused or open tool" },
      { keys: ["1", "2", "3"], does: "Show the AI Stack as a table, a landscape or a radar" },
    ],
  },
  {
    title: "In the inbox",
    keys: [
      { keys: ["j", "k"], does: "Move through the entries" },
      { keys: ["Enter"], does: "Open the entry and mark it as done" },
      { keys: ["e"], does: "Mark as done, or reopen" },
      { keys: ["m"], does: "Mute or unmute the discussion" },
    ],
  },
  {
    title: "In a dialog",
    keys: [
      { keys: [MOD_KEY, "Enter"], does: "Save" },
      { keys: ["Esc"], does: "Close" },
    ],
  },
];

/** Dialog with all keyboard shortcuts. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Keyboard Shortcuts"
      description="Single-key shortcuts are off while you type."
      isText
    >
      {GROUPS.map(({ title, keys: rows }) => (
        <section key={title} className="mt-5 first:mt-1">
          <h3 className="mb-1 text-xs font-medium text-ink-faint">{title}</h3>
          <dl>
            {rows.map(({ keys, does }) => (
              <div
                key={does}
                className="flex flex-row-reverse items-center justify-between gap-4 border-b border-line py-2 last:border-b-0"
              >
                <dt className="flex shrink-0 gap-1">
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
