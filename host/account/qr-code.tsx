import { encode } from 'uqr';

/** A text as a picture for a camera, made in the page; in both themes dark on white, as cameras want it. */
export default function QrCode({ text }: { text: string }) {
  const { size, data } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg className="qr-code" role="img" aria-label="QR code of the secret" viewBox={`0 0 ${size} ${size}`}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
