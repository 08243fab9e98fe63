/** The console's icons: 24-unit strokes in the colour of the text around them. Decoration only; words say what they mean. */
import type { ReactNode } from 'react';

/** An icon of these strokes. */
export const icon = (drawing: ReactNode) =>
  function Icon() {
    return (
      <svg className="c-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        {drawing}
      </svg>
    );
  };

export const AddIcon = icon(<path d="M12 5v14M5 12h14" />);
export const AlertIcon = icon(<path d="M12 8v5m0 3v.01M12 3 2.5 20h19z" />);
export const CheckIcon = icon(<path d="m4 12.5 5 5L20 6.5" />);
export const CloseIcon = icon(<path d="M6 6l12 12M18 6 6 18" />);
export const CompanyIcon = icon(<path d="M4 20V5l8-2v17m0-12 8 2v10M2 20h20M7 8h2m-2 4h2m-2 4h2m6-4h2m-2 4h2" />);
export const CopyIcon = icon(<path d="M9 9h11v11H9zM15 9V4H4v11h5" />);
export const CostsIcon = icon(
  <path d="M12 3v18m5-14c-1-1.6-2.7-2-5-2-2.8 0-5 1.2-5 3.5S9 12 12 12s5 1.2 5 3.5S14.8 19 12 19c-2.5 0-4.200-.7-5-2.300" />,
);
export const DeleteIcon = icon(<path d="M4 7h16M9 7V4h6v3m-8 0 1 13h8l1-13M10 11v5m4-5v5" />);
export const DownIcon = icon(<path d="m6 9 6 6 6-6" />);
export const DownloadIcon = icon(<path d="M12 4v11m-5-5 5 5 5-5M5 20h14" />);
export const EditIcon = icon(<path d="M4 20l1-5L16 4l4 4L9 19z" />);
export const EmptyIcon = icon(<path d="M3 13 6 5h12l3 8v6H3zm0 0h5l1 3h6l1-3h5" />);
export const ErrorIcon = icon(<path d="M12 7v6m0 3v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18" />);
export const FilterIcon = icon(<path d="M3 5h18l-7 8v6l-4-2v-4z" />);
export const FirstIcon = icon(<path d="m18 6-6 6 6 6M7 6v12" />);
export const InfoIcon = icon(<path d="M12 11v6m0-9v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18" />);
export const LastIcon = icon(<path d="m6 6 6 6-6 6M17 6v12" />);
export const LockIcon = icon(<path d="M6 11h12v9H6zm2.5 0V8a3.5 3.5 0 0 1 7 0v3" />);
export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h16" />);
export const MoonIcon = icon(<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5" />);
export const NextIcon = icon(<path d="m9 6 6 6-6 6" />);
export const OverrideIcon = icon(<path d="M4 7h9m-9 5h6m-6 5h5m4 2 1-4 5.5-5.5 3 3L18 18z" />);
export const PreviousIcon = icon(<path d="m15 6-6 6 6 6" />);
export const RetryIcon = icon(<path d="M20 12a8 8 0 1 1-2.5-5.8M20 4v4.5h-4.5" />);
export const SignOutIcon = icon(<path d="M10 4H5v16h5m5-13 5 5-5 5m5-5H10" />);
export const SunIcon = icon(
  <path d="M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8m0-6v2m0 16v2M4.9 4.9l1.4 1.4m11.4 11.4 1.4 1.4M2 12h2m16 0h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4" />,
);
export const UploadIcon = icon(<path d="M12 15V4m-5 5 5-5 5 5M5 20h14" />);
export const ViewIcon = icon(<path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7m10-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6" />);
export const ViewsIcon = icon(<path d="M4 7h9m4 0h3M4 17h3m4 0h9M15 4.5v5M9 14.5v5" />);
/** The mark of a tool. */
export const WrenchIcon = icon(
  <path d="M20.5 7.5a5 5 0 0 1-6.8 5.9L7 20.1a2.2 2.2 0 0 1-3.1-3.1l6.7-6.7a5 5 0 0 1 5.9-6.8l-2.9 2.9.5 3.1 3.1.5z" />,
);
