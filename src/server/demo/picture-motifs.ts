/** Colours of one picture, from light to dark. */
interface Inks {
  paper: string;
  soft: string;
  line: string;
}

interface Drawing {
  /** SVG on a canvas of 480 × 360 whose middle stays free for the thing. */
  svg: string;
  /** Where the product's letters go, and whether something light is behind them. */
  letters: { x: number; y: number; height: number; onPaper: boolean };
}

/** Simple things of the shop, drawn with flat shapes; no maker's sign on any of them. */
export const motifs = {
  card,
  gamepad,
  phone,
  globe,
  screen,
  window: win,
  shield,
  plug,
  battery,
  sound,
  speaker,
  router,
  book,
  stall,
} as const;

export type Motif = keyof typeof motifs;

const box = (x: number, y: number, width: number, height: number, radius: number, fill: string, more = ''): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}" ${more}/>`;

const dot = (x: number, y: number, radius: number, fill: string, more = ''): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" ${more}/>`;

const stroke = (path: string, colour: string, width: number): string =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

function card({ paper, soft, line }: Inks): Drawing {
  const back = `<g transform="rotate(-9 240 180)">${box(120, 96, 240, 152, 18, soft)}</g>`;
  const front = box(116, 110, 248, 156, 18, paper) + box(116, 138, 248, 22, 0, soft) + box(138, 232, 64, 10, 5, soft);
  return {
    svg: back + front + box(310, 224, 34, 24, 6, line, 'opacity=".55"'),
    letters: { x: 240, y: 196, height: 42, onPaper: true },
  };
}

function gamepad({ paper, soft, line }: Inks): Drawing {
  const body =
    '<path d="M168 116H312C352 116 372 150 380 206C386 250 372 268 352 268C328 268 318 232 296 232H184C162 232 152 268 128 268C108 268 94 250 100 206C108 150 128 116 168 116Z"';
  const cross = stroke('M152 172H184M168 156V188', line, 12);
  const buttons = dot(318, 158, 8, line) + dot(334, 174, 8, line) + dot(302, 174, 8, soft) + dot(318, 190, 8, soft);
  return { svg: `${body} fill="${paper}"/>${cross}${buttons}`, letters: { x: 241, y: 178, height: 40, onPaper: true } };
}

function phone({ paper, soft, line }: Inks): Drawing {
  const waves = stroke('M330 150A54 54 0 0 1 330 226M352 132A84 84 0 0 1 352 244', paper, 9);
  const left = stroke('M150 150A54 54 0 0 0 150 226M128 132A84 84 0 0 0 128 244', paper, 9);
  const body =
    box(178, 78, 124, 214, 22, paper) + box(188, 98, 104, 166, 8, soft) + box(222, 276, 36, 6, 3, line, 'opacity=".6"');
  return { svg: `<g opacity=".55">${waves}${left}</g>${body}`, letters: { x: 240, y: 180, height: 44, onPaper: true } };
}

function globe({ paper, soft, line }: Inks): Drawing {
  const sphere =
    dot(228, 176, 92, soft) +
    stroke(
      'M136 176H320M228 84C176 120 176 232 228 268M228 84C280 120 280 232 228 268M148 130H308M148 222H308',
      paper,
      5,
    );
  const chip =
    `<path d="M286 196H334L358 220V284A12 12 0 0 1 346 296H286A12 12 0 0 1 274 284V208A12 12 0 0 1 286 196Z" fill="${paper}"/>` +
    box(290, 262, 52, 20, 5, line, 'opacity=".35"');
  return { svg: sphere + chip, letters: { x: 315, y: 238, height: 25, onPaper: true } };
}

function screen({ paper, soft, line }: Inks): Drawing {
  const body =
    box(112, 96, 256, 158, 16, paper) +
    box(124, 108, 232, 134, 8, soft) +
    box(212, 254, 56, 16, 0, paper) +
    box(180, 268, 120, 10, 5, paper);
  const play =
    `<path d="M328 210L346 220L328 230Z" fill="${line}"/>` +
    box(140, 217, 172, 6, 3, paper) +
    box(140, 217, 84, 6, 3, line);
  return { svg: body + play, letters: { x: 240, y: 162, height: 50, onPaper: true } };
}

function win({ paper, soft, line }: Inks): Drawing {
  const frame = box(116, 90, 248, 180, 14, paper) + box(116, 90, 248, 30, 14, soft) + box(116, 106, 248, 14, 0, soft);
  const lights = dot(134, 105, 5, line) + dot(151, 105, 5, paper) + dot(168, 105, 5, paper);
  const key =
    stroke('M300 236H340M324 236V246M334 236V244', line, 7) +
    `<circle cx="288" cy="236" r="13" fill="none" stroke="${line}" stroke-width="7"/>`;
  const lines = box(138, 226, 84, 8, 4, soft) + box(138, 244, 54, 8, 4, soft);
  return { svg: frame + lights + key + lines, letters: { x: 240, y: 172, height: 50, onPaper: true } };
}

function shield({ paper, soft, line }: Inks): Drawing {
  const outer = `<path d="M240 72L334 104V180C334 236 296 276 240 296C184 276 146 236 146 180V104Z" fill="${paper}"/>`;
  const inner = `<path d="M240 92L316 118V180C316 226 286 258 240 276Z" fill="${soft}"/>`;
  return {
    svg: outer + inner + stroke('M214 244L232 260L268 226', line, 9),
    letters: { x: 240, y: 168, height: 46, onPaper: true },
  };
}

function plug({ paper, soft, line }: Inks): Drawing {
  const block = box(166, 104, 148, 132, 26, paper) + box(198, 76, 14, 32, 5, paper) + box(268, 76, 14, 32, 5, paper);
  const cable =
    stroke('M240 236V262C240 300 330 300 330 258V214', paper, 11) +
    box(316, 176, 28, 44, 8, soft) +
    box(323, 162, 14, 16, 3, line);
  return { svg: cable + block + dot(292, 214, 6, line), letters: { x: 240, y: 166, height: 46, onPaper: true } };
}

function battery({ paper, soft, line }: Inks): Drawing {
  const body = box(176, 82, 128, 204, 24, paper) + box(222, 68, 36, 16, 5, paper);
  const lights = [0, 1, 2, 3].map((index) => dot(213 + index * 18, 260, 5, index < 3 ? line : soft)).join('');
  const flash = `<path d="M250 106L222 148H240L230 176L258 134H240Z" fill="${soft}"/>`;
  return { svg: body + flash + lights, letters: { x: 240, y: 216, height: 44, onPaper: true } };
}

function speaker({ paper, soft, line }: Inks): Drawing {
  const body = box(168, 70, 144, 222, 26, paper) + dot(240, 226, 46, soft) + dot(240, 226, 22, line, 'opacity=".75"');
  return { svg: body + dot(240, 96, 6, soft), letters: { x: 240, y: 142, height: 42, onPaper: true } };
}

function sound({ paper, soft, line }: Inks): Drawing {
  const band = stroke('M144 202V180A96 96 0 0 1 336 180V202', paper, 16);
  const cups =
    box(124, 186, 48, 86, 20, paper) +
    box(308, 186, 48, 86, 20, paper) +
    box(158, 200, 14, 58, 7, line) +
    box(308, 200, 14, 58, 7, line);
  const bars = [28, 52, 36, 60, 40]
    .map((height, index) => box(193 + index * 22, 254 - height / 2 - 10, 8, height * 0.55, 4, soft))
    .join('');
  return { svg: band + cups + bars, letters: { x: 240, y: 178, height: 46, onPaper: false } };
}

function router({ paper, soft, line }: Inks): Drawing {
  const antennas = stroke('M160 196L142 96M320 196L338 96', paper, 11);
  const body =
    box(112, 190, 256, 76, 22, paper) + dot(326, 244, 6, line) + dot(306, 244, 6, soft) + dot(286, 244, 6, soft);
  const waves = stroke('M204 146A52 52 0 0 1 276 146M182 122A84 84 0 0 1 298 122', soft, 9) + dot(240, 166, 8, soft);
  return { svg: antennas + waves + body, letters: { x: 196, y: 228, height: 36, onPaper: true } };
}

function book({ paper, soft, line }: Inks): Drawing {
  const pages =
    `<path d="M240 114C206 92 158 90 116 104V262C158 248 206 250 240 272Z" fill="${paper}"/>` +
    `<path d="M240 114C274 92 322 90 364 104V262C322 248 274 250 240 272Z" fill="${soft}"/>`;
  const rows = stroke(
    'M268 148C290 138 316 136 338 140M268 178C290 168 316 166 338 170M268 208C290 198 316 196 338 200',
    paper,
    8,
  );
  const mark = `<path d="M316 96V132L326 122L336 132V98Z" fill="${line}"/>`;
  return { svg: pages + rows + mark, letters: { x: 178, y: 178, height: 44, onPaper: true } };
}

function stall({ paper, soft, line }: Inks): Drawing {
  const house = box(128, 150, 224, 130, 8, paper) + box(288, 196, 44, 84, 6, soft) + dot(298, 240, 4, line);
  const stripes = [0, 1, 2, 3, 4, 5]
    .map(
      (index) =>
        `<path d="M${114 + index * 42} 96H${156 + index * 42}V150A21 21 0 0 1 ${114 + index * 42} 150Z" fill="${index % 2 ? paper : soft}"/>`,
    )
    .join('');
  return { svg: house + stripes, letters: { x: 212, y: 226, height: 46, onPaper: true } };
}
