export default async () => undefined;
