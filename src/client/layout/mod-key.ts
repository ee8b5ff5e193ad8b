/** How the key that makes shortcuts is written on this keyboard. */
export const MOD_KEY = /mac|iphone|ipad/iu.test(navigator.userAgent) ? "⌘" : "Ctrl";
