import { announce as speak } from '@react-aria/live-announcer';

/** Reads a text to a screen reader without moving the focus. `assertive` interrupts; keep it for failures. */
export function announce(text: string, assertive = false): void {
  speak(text, assertive ? 'assertive' : 'polite');
}
