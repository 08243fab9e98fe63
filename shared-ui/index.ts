/** The core of the shared interface: what every page renders, the login page included. It imports no antd. */
import './core.css';
import './controls.css';
import './shape.css';

export { AccessDenied } from './access-denied';
export { Alert } from './alert';
export { Badge, type BadgeTone } from './badge';
export { Button } from './button';
export { CopyButton } from './copy-button';
export { FieldError, FieldHelp, Input, Label, Select, Textarea, VisuallyHidden } from './field';
export {
  formatCurrency,
  formatDate,
  formatDateTime,
  formatNumber,
  formatTime,
  makeFormatters,
  truncate,
} from './format';
export * from './icons';
export { LazyPart } from './lazy-part';
export { LoadFailure } from './load-failure';
export { PageTitle } from './page-title';
export { Panel } from './panel';
export { RequestId } from './request-id';
export {
  chunkOf,
  type AddedScreen,
  type MenuSection,
  type PrefetchScreen,
  type RemoteScreens,
  type ScreenPath,
} from './remote-contract';
export { shape } from './shape';
export { BusyRing, Spinner } from './spinner';
export { useTheme, type Theme, type ThemeChoice } from './theme/use-theme';
export { ToastQueue } from './toast/toast-queue';
export { useToast, type ShownToast, type ToastOptions, type ToastType } from './toast/toasts';
export { explainPartFailuresBy, type PartFailure } from './part-failure';
export { useTell } from './toast/use-tell';
export { fetchEarly, useDialog } from './use-dialog';
export { useFocusKeeping } from './use-focus-keeping';
export { useSettled } from './use-settled';
export { useLoading } from './use-loading';
export { whenIdle } from './when-idle';
