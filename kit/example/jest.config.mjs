export { default } from 'remote-kit/jest';
