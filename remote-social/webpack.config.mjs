import { remote } from '../webpack.federation.mjs';

export default remote('social');
