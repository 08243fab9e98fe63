import { remote } from '../build/federation.mjs';

export default remote('company');
