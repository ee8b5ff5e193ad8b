/** Name of the shortcut modifier on this keyboard. */
export const MOD_KEY = /mac|iphone|ipad/iu.test(navigator.userAgent) ? "⌘" : "Ctrl";
