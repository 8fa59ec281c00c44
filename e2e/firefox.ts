/** Debian's Firefox ESR, where it is installed. */
export const DEBIAN_FIREFOX = '/usr/bin/firefox-esr';
