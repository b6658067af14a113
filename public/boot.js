// Runs before the first paint: theme, colour of the shop, language and direction as this device remembers them, and which of the two
// empty frames of index.html is shown. The page's policy allows no script inside the HTML.
(() => {
  const root = document.documentElement;
  const read = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };
  const dark = matchMedia('(prefers-color-scheme: dark)');
  // The colours of the shop by theme and token (src/client/ui/theme/accents.ts); none for those of the style sheet.
  const readColours = () => {
    try {
      return JSON.parse(read('cod_accent')) ?? {};
    } catch {
      return {};
    }
  };
  let colours = readColours();
  let applied = [];
  const applyColours = (theme) => {
    for (const name of applied) root.style.removeProperty(name);
    const chosen = Object.entries(colours[theme] ?? {}).map(([token, value]) => [`--c-colors-${token}`, value]);
    for (const [name, value] of chosen) root.style.setProperty(name, value);
    applied = chosen.map(([name]) => name);
  };
  const applyTheme = () => {
    const chosen = read('cod_theme');
    const theme = chosen === 'light' || chosen === 'dark' ? chosen : dark.matches ? 'dark' : 'light';
    root.classList.toggle('dark', theme === 'dark');
    root.classList.toggle('light', theme === 'light');
    root.style.colorScheme = theme;
    applyColours(theme);
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', theme === 'dark' ? '#141b1b' : '#ffffff');
  };
  applyTheme();
  dark.addEventListener('change', applyTheme);
  addEventListener('storage', () => {
    colours = readColours();
    applyTheme();
  });
  addEventListener('cod-theme', ({ detail }) => {
    colours = detail ?? colours;
    applyTheme();
  });

  const locale = read('cod_locale');
  root.lang = locale === 'fr' || locale === 'ar' ? locale : 'en';
  root.dir = root.lang === 'ar' ? 'rtl' : 'ltr';
  // The frame has the mark of the app, which is not that of a shop with a logo.
  if (read('cod_shop')?.includes('"logo":"')) root.dataset.logo = '';
  root.dataset.frame = read('cod_isLoggedIn') === 'true' ? 'shell' : 'login';
  // The first load takes a while: the frame says so.
  if (!read('cod_loaded')) root.dataset.first = '';
})();

// What the app will ask for first comes beside it instead of after it (scripts/early-files.ts).
(() => {
  const root = document.documentElement;
  const early = JSON.parse(document.querySelector('meta[name=early-files]')?.content ?? '{}');
  const isShell = root.dataset.frame === 'shell';
  const screen = Object.keys(early).find((key) => key.startsWith('/') && location.pathname.startsWith(key));
  const ofShell = isShell ? [...(early.signedIn ?? []), ...(early[screen] ?? [])] : [];
  for (const file of [...(early[root.lang] ?? []), ...ofShell]) {
    const link = document.createElement('link');
    // Chromium gives a `modulepreload` that a script has made a high priority, whatever it asks for.
    const how = file.endsWith('.woff2') ? { as: 'font' } : { as: 'script', fetchPriority: 'low' };
    Object.assign(link, { rel: 'preload', crossOrigin: '', ...how, href: file });
    document.head.append(link);
  }
})();
