/** The knowledge of the demonstration's agents: answers to what customers and colleagues of the demonstration stores ask. */

/** Who an item is for: each agent is linked to the items of its subjects. */
export type Subject = 'orders' | 'products' | 'advertising' | 'social' | 'console';

export interface DemonstrationKnowledge {
  subject: Subject;
  name: string;
  content: string;
}

const item =
  (subject: Subject) =>
  (name: string, ...paragraphs: string[]): DemonstrationKnowledge => ({
    subject,
    name,
    content: paragraphs.join('\n\n'),
  });
const orders = item('orders');
const products = item('products');
const advertising = item('advertising');
const social = item('social');
const office = item('console');

export const DEMONSTRATION_KNOWLEDGE: readonly DemonstrationKnowledge[] = [
  orders(
    'Harbor & Pine: returns and exchanges',
    'Unworn items can be returned within **45 days** of delivery, with their tags. Boots count as unworn when the soles show no marks of a street.',
    'Exchanges for another size are free of charge: the new pair leaves as soon as the carrier has scanned the old one. Refunds reach the card within 5 business days. Monogrammed items cannot be returned.',
  ),
  orders(
    'Harbor & Pine: shipping',
    'Orders placed before 2 p.m. Eastern leave the same day. Ground shipping takes 3 to 5 business days and is free above $120; below that it costs $6.85.',
    'Canada takes 7 to 10 days, duties are paid at the checkout. Other countries are not served.',
  ),
  orders(
    'Lumen Skin: subscriptions',
    'A subscription can be paused, moved or cancelled until 48 hours before its next shipment, on the account page. The discount is 15% and stays for as long as the subscription does.',
    'A cancelled subscription is not charged again; a shipment that has left cannot be recalled, but is taken back unopened.',
  ),
  orders(
    'Lumen Skin: opened products',
    'Opened skin care is taken back once for each product and customer within 30 days: the *first jar promise*. The refund is paid as store credit. Later returns must be unopened.',
  ),
  orders(
    'Prairie Kettle: when coffee is roasted and shipped',
    'Coffee is roasted on Monday and Wednesday and leaves the next morning. Orders placed by Sunday midnight Central go into the Monday roast.',
    'Every bag carries its roast date. Coffee is not taken back, but a bag that arrives damaged or more than 10 days after its roast is replaced without a question.',
  ),
  orders(
    'Summit Trail: warranty and repairs',
    'Tents, packs and poles carry a lifetime warranty against faults of material and make. Wear, burns and animals are not covered, but are repaired at cost: a new zip is $28, a pole section $14.',
    'Repairs take about three weeks. Customers send photographs first and get a number for the parcel.',
  ),
  orders(
    'Summit Trail: what cannot be returned',
    'Avalanche beacons, ropes, harnesses, helmets and water filters cannot be returned once they are opened, because nobody can tell how they were used. Everything else: 60 days, also after a try on the trail.',
  ),
  orders(
    'Quiet Ledger Books: pre-orders and signed copies',
    'A pre-order is charged when it ships. An order with a pre-ordered book waits for it unless the customer asks to split it, which costs nothing.',
    'Signed copies are sold once and cannot be held. If a signed book arrives damaged we refund it; there is rarely a second copy.',
  ),
  orders(
    'Good Dog: damaged and late parcels',
    'Biscuits that arrive broken are replaced when the customer sends one photograph. A parcel that has not moved for 4 business days counts as lost and is sent again at once.',
  ),
  orders(
    'Desert Bloom: living plants in winter',
    'Between November and March plants ship on Monday and Tuesday only, with a heat pack below 40 °F. No plants go to places with less than 20 °F; the order waits and the customer is told.',
    'A plant that arrives frozen or broken is replaced if we hear of it within 3 days, with a photograph of the whole plant.',
  ),
  orders(
    'Palm Market: delivery and substitutions',
    'Groceries are delivered in Los Angeles county, in windows of two hours, from 8 a.m. to 8 p.m. The fee is $8, free from $75.',
    'What is out of stock is replaced by something alike only if the customer allowed it in the basket; a dearer replacement costs the price of the first.',
  ),
  orders(
    "O'Malley's: how frozen fish travels",
    'Fish leaves on Monday, Tuesday and Wednesday by overnight courier, on dry ice in a foam box. Somebody should be at home: the ice lasts about 30 hours.',
    'If the fish is soft on arrival, do not freeze it again. We refund it in full after a photograph of fish and box on the same day.',
  ),
  orders(
    'Bergström Möbel: delivery and assembly',
    'Furniture is brought to the room of choice by two people; the appointment is made by telephone when it has reached the depot, usually 3 to 6 weeks after the order. Delivery costs $89 for each address.',
    'Assembly is $60 an hour. Wardrobes above 7 feet must be fixed to the wall by our team, else the guarantee is void.',
  ),
  orders(
    'Northern Lights: returning yarn',
    'Unwound skeins with their band come back within 90 days. Skeins of one dye lot should come back together, because we cannot sell single ones. Looms: 30 days, unassembled.',
  ),
  orders(
    '24/7 Phone Cases: the drop promise',
    'If a phone in one of our *Anvil* cases breaks within a year after a fall from up to 6 feet, we pay the repair up to $200. The customer sends the repair bill and a photograph of the case. Other cases carry no such promise.',
  ),
  orders(
    'When to hand a customer over to a person',
    'Hand over whenever somebody is hurt or ill, names a lawyer or the press, asks for the deletion of their data, or is refused twice. Say that a colleague answers within one business day and name the ticket.',
  ),

  products(
    'Harbor & Pine: boot sizes',
    'The *Ridge* and *Cove* boots run half a size large: customers between two sizes take the smaller one. The *Tidewater* boot runs true. All lasts are of medium width; a wide last exists for the *Ridge* alone.',
  ),
  products(
    'Harbor & Pine: caring for waxed jackets',
    'Waxed cotton is never washed in a machine. Sponge it with cold water, let it dry, and rewax it once a year: warm the tin, rub the wax in thinly with a cloth, and dry the jacket with a hair dryer until the shine is gone.',
  ),
  products(
    'Lumen Skin: order of a routine',
    'Morning: cleanser, vitamin C serum, moisturiser, sunscreen. Evening: cleanser, retinal serum, moisturiser. Retinal and vitamin C are not used at the same time of day.',
    'New to retinal: twice a week for the first month. Not during pregnancy.',
  ),
  products(
    'Lumen Skin: allergens and patch test',
    'No product contains parabens, nuts or mineral oil. The *Night Balm* contains lanolin; the *Dew Serum* contains niacinamide at 5%. Test new products for 24 hours on the inside of the arm.',
  ),
  products(
    'Prairie Kettle: which grind for which brewer',
    '- French press: coarse, like sea salt\n- Pour-over: medium, like sand\n- Moka pot: fine, a little coarser than espresso\n- Espresso: fine, adjusted until 18 g give 36 g in about 28 seconds',
    'For filter coffee take 60 g for a litre of water at 203 °F.',
  ),
  products(
    'Prairie Kettle: decaf',
    'The *Quiet Hours* decaf is made with water alone (Swiss Water Process) and keeps no more than 0.1% of the caffeine. It is a washed Colombian, medium roast.',
  ),
  products(
    'Summit Trail: choosing a sleeping bag',
    'The comfort temperature is what counts, not the limit. For three-season use in the Rockies we recommend 20 °F comfort. Down is lighter and lasts 20 years when kept dry; synthetic fill still warms when wet and costs about half.',
  ),
  products(
    'Good Dog: ingredients and allergies',
    'The *Plain Good* biscuits are free of wheat, maize, soy and chicken: oats, peanut butter, egg and pumpkin. *Salmon Good* contains fish. All are baked in a bakery that also handles wheat. No biscuit contains xylitol.',
  ),
  products(
    'Good Dog: how many biscuits a day',
    'Treats should stay below a tenth of what a dog eats. That is 2 small biscuits for a dog of 10 lb, 5 for 30 lb and 9 for 60 lb. Puppies under 12 weeks get none.',
  ),
  products(
    'Desert Bloom: watering succulents',
    'Water when the soil is dry to the bottom, which is every 10 to 14 days in summer and about once a month in winter. Yellow, soft leaves mean too much water; wrinkled ones mean too little.',
  ),
  products(
    'Palm Market: kinds of dates',
    '**Medjool** are large and soft, best eaten as they are. **Deglet Nour** are firmer and less sweet, good for baking. **Ajwa** come from Medina and are black and soft. All are natural, without syrup.',
  ),
  products(
    'Bergström Möbel: oiling oak',
    'Oak tables are oiled, not lacquered. Oil them twice in the first year and once a year later: rub the oil in thinly along the grain, wait 20 minutes, wipe off what is left. Wet cloths with oil can catch fire by themselves: dry them spread out, outdoors.',
  ),
  products(
    'Northern Lights: dye lots and how much yarn to buy',
    'Every kettle is a dye lot of its own, and two lots never match. Buy all the yarn of a project at once. A sweater of size M takes 5 skeins of worsted (1,000 yards), a hat one, a shawl two of fingering.',
  ),
  products(
    '24/7 Phone Cases: which case fits which phone',
    'A case fits exactly the model on its label: the buttons and cameras of the Pro and the plain models are in different places. All cases since 2023 charge without a cable; the *Wallet* case must be opened for it.',
  ),

  advertising(
    'What the four spend columns mean',
    'Spend is counted up to the end of yesterday in the time zone of the company: the last 1, 7, 14 and 28 days. It is refreshed every night. The number of today is never in it, so a campaign that started this morning shows $0.',
  ),
  advertising(
    'How campaigns are named',
    'Campaigns follow `company | goal | audience | month`, for example `HP | Sales | Lookalike 1% | 2026-03`. Ad sets add the placement, ads the name of the creative and its version. What does not follow this is tagged *rename*.',
  ),
  advertising(
    'When to pause an ad',
    'Pause an ad when it has spent three times the contribution margin of an order in 7 days without a sale, or when its frequency is above 4. Never pause in the first 72 hours: the delivery is still learning.',
    'Contribution margin is the price less cost of goods sold, shipping, card fee and processing rate, all of which are kept with the company and its variants.',
  ),
  advertising(
    'Tags we use on ads',
    '*winner*: return on ad spend above 3 for 14 days. *fatigue*: click rate has halved since its first week. *ugc*: filmed by customers. *evergreen*: runs all year. *rename*: its name breaks the convention.',
  ),

  social(
    'What counts as a valid post',
    'A post counts when it shows the product in use, names the store in the caption or tags its profile, and is public. Contests, giveaways and posts older than 90 days at the time of discovery do not count.',
  ),
  social(
    'What the states of posts and profiles mean',
    '**Pending**: found, nobody has looked at it yet. **Active**: it is watched, its views are read every night. **Inactive**: kept, but no longer read. **Error**: the platform refused, the reason stands beside it; most often the profile went private or the post was removed.',
  ),
  social(
    'Asking creators for the right to reuse a post',
    'Ask in a direct message from the store’s own profile, name the post and the channels, and wait for a clear yes. A like is no consent. Keep a picture of the answer. Paid creators sign the one-page agreement before the first payment.',
  ),

  office(
    'How cost of goods sold is kept',
    'Each variant has periods of whole days with one cost each. Periods of a variant never overlap and leave no day out: whoever enters a new cost with its first day ends the one before on the day before. The console shows what moves before it saves.',
  ),
  office(
    'Who may see what in the console',
    'A person sees the companies they are a member of. What they may do there follows from their groups: CompanyAdmin for companies and variants, AdManager for tags on ads, SocialMediaManager for social media, AaasAdmin for agents and everything else. Membership and groups are changed by the operator.',
  ),
  office(
    'The Monday report',
    '1. Spend of the last 7 days by company, against the week before\n2. The five ads with the highest spend and no sale\n3. New posts that became active, with their views\n4. Variants without a cost of goods sold',
    'It goes to the account leads by 10 a.m. Central. Numbers are copied from the console, never from an advert platform.',
  ),
];
