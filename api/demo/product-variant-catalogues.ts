/** The products of the demonstration companies, by the slug of the company. */
import { EDGE_CASES, LONGEST_PRODUCT_NAME } from './edge-cases';

interface Catalogue {
  /** The prefix of the shop's own identifiers. */
  code: string;
  /** How many variants there are. */
  size: number;
  products: readonly string[];
  /** The cost of one of each product, in dollars. */
  costs: readonly number[];
  variants: readonly string[];
  /** Its customers' searches on social media. */
  searched: readonly [string, string, string, string];
}

const SIZES = ['XS', 'Small', 'Medium', 'Large', 'XL', 'XXL'];
const COLOURS = ['Black', 'Bone', 'Forest', 'Indigo', 'Rust', 'Slate'];
const GARMENTS = SIZES.flatMap((size) => COLOURS.map((colour) => `${size} / ${colour}`));
const WEIGHTS = ['8 oz', '12 oz', '1 lb', '2 lb', '5 lb'];
const VOLUMES = ['15 ml', '30 ml', '50 ml', '100 ml', 'Travel Set', 'Refill'];

export const CATALOGUES: Readonly<Record<string, Catalogue>> = {
  'harbor-pine': {
    code: 'HPO',
    size: 500,
    products: [
      'Waxed Canvas Field Jacket',
      'Merino Base Layer',
      'Fisherman Sweater',
      "Captain's Table Apron",
      'Ripstop Trail Trousers',
      'Dock Shirt',
      'Harbor Beanie',
      'Lined Work Vest',
      'Oilskin Hat',
      '100% Linen Shirt',
    ],
    costs: [62, 24, 38, 14, 31, 22, 7.5, 33, 16, 21],
    variants: GARMENTS,
    searched: ['waxed jacket', 'fisherman sweater', 'merino base layer', 'workwear'],
  },
  'lumen-skin': {
    code: 'LUM',
    size: 300,
    products: [
      'Barrier Cream',
      'Vitamin C Serum 15%',
      'Overnight Mask',
      'Crème de Jour',
      'Gentle Cleanser',
      'Mineral Sunscreen SPF 50',
      'Eye Balm',
      'Body Oil',
    ],
    costs: [6.4, 9.8, 7.2, 8.1, 4.3, 6.9, 5.6, 7.7],
    variants: VOLUMES,
    searched: ['barrier cream', 'vitamin c serum', 'mineral sunscreen', 'skincare'],
  },
  'prairie-kettle': {
    code: 'PKC',
    size: 150,
    products: [
      'Ethiopia Guji',
      'Colombia Huila',
      'House Espresso',
      'Night Shift Decaf',
      'Cold Brew Blend',
      'Winter Blend',
    ],
    costs: [7.4, 6.8, 6.1, 6.6, 5.9, 6.4],
    variants: WEIGHTS.flatMap((weight) => ['Whole Bean', 'Ground'].map((grind) => `${weight} / ${grind}`)),
    searched: ['ethiopia coffee', 'cold brew', 'decaf espresso', 'coffee beans'],
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
      'Headlamp 350 lm',
    ],
    costs: [74, 138, 119, 28, 22, 17],
    variants: [...COLOURS, 'Regular', 'Long', 'Wide'],
    searched: ['backpacking tent', 'down quilt', 'trekking poles', 'ultralight gear'],
  },
  'quiet-ledger': {
    code: 'QLB',
    size: 100,
    products: [
      'The Salt Path',
      'A Field Guide to Getting Lost',
      'Middlemarch',
      'The Lighthouse Keepers',
      'Collected Poems',
    ],
    costs: [8.2, 7.4, 5.9, 8.8, 6.7],
    variants: ['Hardcover', 'Paperback', 'Large Print', 'Signed', 'Audiobook'],
    searched: ['indie bookshop', 'signed hardcover', 'poetry books', 'book club'],
  },
  'good-dog-biscuit': {
    code: 'GDB',
    size: 120,
    products: ['Peanut Biscuits', 'Good Boy Box', 'Pumpkin Training Bites', 'Salmon Jerky', 'Birthday Cake'],
    costs: [3.8, 11.5, 4.6, 5.2, 9.4],
    variants: WEIGHTS,
    searched: ['dog treats', 'dog birthday cake', 'training bites', 'dog biscuits'],
  },
  'desert-bloom': {
    code: 'DBB',
    size: 120,
    products: ['Prickly Pear Oil', 'Agave Soap', 'Sage Bundle', 'Jojoba Balm', 'Wildflower Mist'],
    costs: [7.9, 2.4, 3.1, 4.4, 5.2],
    variants: VOLUMES,
    searched: ['prickly pear oil', 'agave soap', 'succulents', 'sage bundle'],
  },
  'palm-market': {
    code: 'PLM',
    size: 120,
    products: ['Medjool Dates', 'Cardamom Coffee', 'Olive Oil', 'Sidr Honey', 'Za’atar'],
    costs: [5.6, 6.3, 8.4, 12.5, 3.2],
    variants: ['250 g', '500 g', '1 kg', 'Gift Box', 'Refill'],
    searched: ['medjool dates', 'sidr honey', 'cardamom coffee', 'zaatar'],
  },
  omalleys: {
    code: 'OMF',
    size: 110,
    products: ["O'Malley's Tartar Sauce", 'Malt Vinegar', "Fisherman's Cap", 'Catch of the Day Mug', 'Tea Towel'],
    costs: [2.3, 1.6, 9.8, 4.2, 3.9],
    variants: ['Single', 'Pack of 2', 'Pack of 6', 'Case of 24'],
    searched: ['fish and chips', 'tartar sauce', 'malt vinegar', 'seafood merch'],
  },
  'bergstrom-mobel': {
    code: 'BRG',
    size: 110,
    products: ['Fåtölj Ängsö', 'Byrå Över', 'Bordslampa Öland', 'Stol No. 7', 'Spegel Åre'],
    costs: [214, 268, 58, 74, 82],
    variants: ['Björk', 'Ek', 'Valnöt', 'Svart', 'Vit'],
    searched: ['oak dresser', 'reading chair', 'table lamp', 'scandinavian furniture'],
  },
  'northern-lights-yarn': {
    code: 'NLY',
    size: 120,
    products: ['Fjord Merino', 'Aurora Sock Yarn', 'Circular Needles', 'Table Loom', 'Stitch Markers'],
    costs: [9.6, 8.2, 6.5, 61, 2.1],
    variants: ['Fjord', 'Lichen', 'Ember', 'Snow Blind', 'Polar Night', '4.0 mm / 80 cm'],
    searched: ['hand dyed yarn', 'sock yarn', 'circular needles', 'table loom'],
  },
  '24-7-phone-cases': {
    code: '247',
    size: 100,
    products: ['Clear Case', 'Wallet Case', 'Leather Case', 'Ring Grip', 'Screen Protector'],
    costs: [3.4, 7.8, 10.6, 2.2, 1.3],
    variants: ['iPhone 15', 'iPhone 15 Pro', 'Galaxy S24', 'Pixel 8', 'iPhone 16'],
    searched: ['clear case', 'wallet case', 'ring grip', 'screen protector'],
  },
  [EDGE_CASES]: {
    code: 'EDG',
    size: 100,
    products: [
      LONGEST_PRODUCT_NAME,
      '=2*3 Maths Case',
      '@home Grip',
      '-20% Outlet "Case"',
      'Headlamp <350 lm> 🔦',
      'تمر المجدول الفاخر (Dates)',
    ],
    costs: [12, 5, 3, 4, 17, 6],
    variants: ['250 غ', 'Fits "Most" Phones', '4.0 mm / 80 cm'],
    searched: ['edge case', 'corner case', 'test case', 'phone case'],
  },
};
