import { icon } from 'shared-ui';

/** Pages one behind the other. */
export const VersionsIcon = icon(<path d="M8 3h12v13H8zM4 7v14h12M12 8h4m-4 4h4" />);
