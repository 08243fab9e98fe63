import { host } from '../build/federation.mjs';

export default host();
