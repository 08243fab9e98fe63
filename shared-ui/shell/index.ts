export { ConsoleTheme } from './console-theme';
