const shapes = {
  alert: 'M12 8v5m0 3.2v.1M10.3 4.3 2.6 17.6A2 2 0 0 0 4.3 20.5h15.4a2 2 0 0 0 1.7-2.9L13.7 4.3a2 2 0 0 0-3.4 0Z',
  arrowDown: 'M12 5v14m-6-6 6 6 6-6',
  arrowLeft: 'M19 12H5m6-6-6 6 6 6',
  arrowRight: 'M5 12h14m-6-6 6 6-6 6',
  arrowUp: 'M12 19V5m-6 6 6-6 6 6',
  bank: 'M4 10h16L12 4 4 10Zm2 0v8m4-8v8m4-8v8m4-8v8M3.5 20.5h17',
  calendar:
    'M7 3.5v3m10-3v3M4 9.5h16M5.5 5h13A1.5 1.5 0 0 1 20 6.5v12a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5v-12A1.5 1.5 0 0 1 5.5 5Z',
  bell: 'M6.5 16.5v-6a5.5 5.5 0 0 1 11 0v6l1.5 1.5H5l1.5-1.5ZM10.5 20.5h3M12 5V3.5',
  book: 'M6.5 4H18v16.5H7A1.5 1.5 0 0 1 5.5 19V5A1 1 0 0 1 6.5 4Zm-1 15A1.5 1.5 0 0 1 7 17.5h11M9 8h5.5',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chevronDown: 'm6 9.5 6 6 6-6',
  chevronRight: 'm9.5 6 6 6-6 6',
  clock: 'M12 7.5V12l3 2m6-2a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  close: 'M6 6l12 12M18 6 6 18',
  contrast: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 0v18m0-14.5 5.5-.1M12 12h9m-9 5.5 5.5.1',
  copy: 'M9 9.5A1.5 1.5 0 0 1 10.5 8h8A1.5 1.5 0 0 1 20 9.5v9a1.5 1.5 0 0 1-1.5 1.5h-8A1.5 1.5 0 0 1 9 18.5v-9ZM15.5 8V5.5A1.5 1.5 0 0 0 14 4H5.5A1.5 1.5 0 0 0 4 5.5V14a1.5 1.5 0 0 0 1.5 1.5H9',
  download: 'M12 4v11m-5-5 5 5 5-5M4.5 19.5h15',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  file: 'M13.5 3.5h-7A1.5 1.5 0 0 0 5 5v14a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19V9l-5.5-5.5Zm0 0V9H19M9 13.5h6M9 17h6',
  help: 'M9.3 9.2a2.8 2.8 0 1 1 4.2 2.6c-1 .6-1.5 1.1-1.5 2.2m0 3v.1M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  graph: 'M4.5 20h15M7 16.5v-6m5 6V5m5 11.5v-9',
  home: 'M4 11 12 4l8 7v8a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 19v-8Zm5.5 9.5V14h5v6.5',
  info: 'M12 11.5v5m0-8.7v.1M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  keyboard:
    'M4 6.5h16A1.5 1.5 0 0 1 21.5 8v8a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 16V8A1.5 1.5 0 0 1 4 6.5Zm2.5 4h.1m3.5 0h.1m3.5 0h.1m3.6 0h.1M8 14h8',
  list: 'M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.1m-.1 5.5h.1m-.1 5.5h.1',
  logout:
    'M14 8V5.5A1.5 1.5 0 0 0 12.5 4h-7A1.5 1.5 0 0 0 4 5.5v13A1.5 1.5 0 0 0 5.5 20h7a1.5 1.5 0 0 0 1.5-1.5V16m-4-4h11m-3.5-3.5L21 12l-3.5 3.5',
  mail: 'M3.5 6.5h17v11h-17v-11Zm.5.5 8 6 8-6',
  minus: 'M5 12h14',
  money: 'M3.5 6.5h17v11h-17v-11ZM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM6.5 9.5h.1m10.9 5h.1',
  offline:
    'M3 3l18 18M5 12.5a10 10 0 0 1 4-2.4m3.5-.5A10 10 0 0 1 19 12.5M8.5 16a5 5 0 0 1 7 0M2 9a14.5 14.5 0 0 1 4.5-2.9M11 5a14.6 14.6 0 0 1 11 4M12 19.5h.1',
  pie: 'M12 3.5a8.5 8.5 0 1 0 8.5 8.5H12V3.5Zm3.5.7a8.5 8.5 0 0 1 4.3 4.3h-4.3V4.2Z',
  plug: 'M9 3.5v5m6-5v5M6.5 8.5h11V12a5.5 5.5 0 0 1-11 0V8.5ZM12 17.5v3',
  search: 'm20 20-4.5-4.5m2-5a7 7 0 1 1-14 0 7 7 0 0 1 14 0Z',
  sliders:
    'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm-7 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  sort: 'm8 9.5 4-4 4 4m0 5-4 4-4-4',
  star: 'm12 3.5 2.6 5.4 5.9.8-4.3 4.1 1.1 5.8-5.3-2.8-5.3 2.8 1.1-5.8L3.5 9.7l5.9-.8L12 3.5Z',
  trash:
    'M4.5 7h15M10 11v5.5m4-5.5v5.5M6.5 7l.8 11.6A1.5 1.5 0 0 0 8.8 20h6.4a1.5 1.5 0 0 0 1.5-1.4L17.5 7M9 7V5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v2',
  undo: 'M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11',
  upload: 'M12 15.5v-11m-5 5 5-5 5 5M4.5 19.5h15',
  userAdmin:
    'M10.5 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM3 20.5a7.5 7.5 0 0 1 8.5-7.4m5.5-1.6 4 1.5v3c0 2.4-1.6 4-4 5-2.4-1-4-2.6-4-5v-3l4-1.5Z',
  userOff: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8.5a7.5 7.5 0 0 1 9.5-7.2m1.5 3.2 5 5m0-5-5 5',
  userPlus: 'M10.5 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM3 20.5a7.5 7.5 0 0 1 12.5-5.6M18.5 15v6m-3-3h6',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8.5a7.5 7.5 0 0 1 15 0',
} as const;

export type IconName = keyof typeof shapes;

/** A line icon. Decorative unless `label` names it. `size` is in pixels. */
export function Icon({ name, size = 18, label }: { name: IconName; size?: number; label?: string }) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: a labelled icon is named by aria-label, any other is hidden
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={shapes[name]} />
    </svg>
  );
}
