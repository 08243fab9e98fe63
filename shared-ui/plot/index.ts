export { Plot, type PlotProps } from './plot';
export { amountTicks, dayTicks, lineThrough, placeOf, topOf, type Tick } from './ticks';
