import { host } from '../webpack.federation.mjs';

export default host();
