/** What the demonstration companies sell, by the slug of the company: names that a screen must survive among plain ones. */

interface Catalogue {
  /** What the shop's own identifiers begin with. */
  code: string;
  /** How many variants there are. */
  size: number;
  products: readonly string[];
  variants: readonly string[];
}

const SIZES = ['XS', 'Small', 'Medium', 'Large', 'XL', 'XXL'];
const COLOURS = ['Black', 'Bone', 'Forest', 'Indigo', 'Rust', 'Slate'];
const GARMENTS = SIZES.flatMap((size) => COLOURS.map((colour) => `${size} / ${colour}`));
const WEIGHTS = ['8 oz', '12 oz', '1 lb', '2 lb', '5 lb'];
const VOLUMES = ['15 ml', '30 ml', '50 ml', '100 ml', 'Travel Set', 'Refill'];

/** Two hundred characters. */
const LONGEST =
  'Hand-Dyed Merino, Alpaca and Silk Blend in the Colours of a February Sky above the Harbour, Wound by Hand into Skeins of One Hundred Metres, with Needles, a Pattern for One Mitten and a Letter from Us';

export const CATALOGUES: Readonly<Record<string, Catalogue>> = {
  'harbor-pine': {
    code: 'HPO',
    size: 500,
    products: [
      'Waxed Canvas Field Jacket',
      'Merino Base Layer',
      'Fisherman Sweater',
      'The "Captain\'s Table" Apron',
      'Ripstop Trail Trousers',
      'Dock Shirt',
      'Harbor Beanie 🧶',
      'Lined Work Vest',
      'Oilskin Hat',
      '100% Linen Shirt',
    ],
    variants: GARMENTS,
  },
  'lumen-skin': {
    code: 'LUM',
    size: 300,
    products: [
      'Barrier Cream',
      'Vitamin C Serum 15%',
      'Overnight Mask',
      'Crème de Jour “Lumière”',
      'Gentle Cleanser',
      'Mineral Sunscreen SPF 50 ☀️',
      'Eye Balm',
      'Body Oil',
    ],
    variants: VOLUMES,
  },
  'prairie-kettle': {
    code: 'PKC',
    size: 150,
    products: [
      'Ethiopia Guji',
      'Colombia Huila',
      'House Espresso',
      'Decaf "Night Shift"',
      'Cold Brew Blend',
      'Winter Blend',
    ],
    variants: WEIGHTS.flatMap((weight) => ['Whole Bean', 'Ground'].map((grind) => `${weight} / ${grind}`)),
  },
  'summit-trail': {
    code: 'STG',
    size: 150,
    products: [
      'Ridge Pack 38L',
      'Two-Person Tent',
      'Down Quilt −10 °C',
      'Trekking Poles',
      'Titanium Pot',
      'Headlamp <350 lm>',
    ],
    variants: [...COLOURS, 'Regular', 'Long', 'Wide'],
  },
  'quiet-ledger': {
    code: 'QLB',
    size: 100,
    products: [
      'The Salt Path',
      'A Field Guide to Getting Lost',
      'Middlemarch',
      "Ulysses & O'Connell",
      'Poems; Collected',
    ],
    variants: ['Hardcover', 'Paperback', 'Large Print', 'Signed', 'Audiobook'],
  },
  'good-dog-biscuit': {
    code: 'GDB',
    size: 120,
    products: ['Peanut Biscuits', 'The "Good Boy" Box', 'Pumpkin Training Bites', 'Salmon Jerky', 'Birthday Cake 🎂'],
    variants: WEIGHTS,
  },
  'desert-bloom': {
    code: 'DBB',
    size: 120,
    products: ['Prickly Pear Oil 🌵', 'Agave Soap', 'Sage Bundle', 'Jojoba Balm', '🌸🌼🌺 Wildflower Mist'],
    variants: VOLUMES,
  },
  'palm-market': {
    code: 'PLM',
    size: 120,
    products: ['تمر المجدول الفاخر', 'قهوة عربية بالهيل', 'زيت الزيتون (Olive Oil)', 'عسل السدر', 'Za’atar زعتر'],
    variants: ['250 غ', '500 غ', '1 كغ', 'علبة هدية', 'Gift Box'],
  },
  omalleys: {
    code: 'OMF',
    size: 110,
    products: ["O'Malley's Tartar Sauce", 'Malt Vinegar', "Fisherman's Cap", 'Mug, "Catch of the Day"', 'Tea Towel'],
    variants: ['Single', 'Pack of 2', 'Pack of 6', 'Case of 24'],
  },
  'bergstrom-mobel': {
    code: 'BRG',
    size: 110,
    products: ['Fåtölj Ängsö', 'Byrå Över', 'Bordslampa Öland', 'Stol No. 7', 'Spegel Åre'],
    variants: ['Björk', 'Ek', 'Valnöt', 'Svart', 'Vit'],
  },
  'northern-lights-hand-dyed-yarn-knitting-needles-and-looms': {
    code: 'NLY',
    size: 120,
    products: [LONGEST, 'Aurora Sock Yarn', 'Circular Needles', 'Table Loom', 'Stitch Markers'],
    variants: ['Fjord', 'Lichen', 'Ember', 'Snow Blind', 'Polar Night', '4.0 mm / 80 cm'],
  },
  '24-7-phone-cases': {
    code: '247',
    size: 100,
    products: ['Clear Case', 'Wallet Case', '=1+1 Maths Case', '@home Grip', '-20% Outlet Case'],
    variants: ['iPhone 15', 'iPhone 15 Pro', 'Galaxy S24', 'Pixel 8', 'Fits "Most" Phones'],
  },
};
