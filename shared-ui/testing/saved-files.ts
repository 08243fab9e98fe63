interface SavedFile {
  name: string;
  text: Promise<string>;
}

/** The files that the page hands to the browser to save, from now on; undone with `jest.restoreAllMocks`. */
export function savedFiles(): SavedFile[] {
  const files: SavedFile[] = [];
  const blobs = new Map<string, Blob>();
  URL.createObjectURL = (blob) => {
    blobs.set(`blob:${blobs.size}`, blob as Blob);
    return `blob:${blobs.size - 1}`;
  };
  // Called a minute later, which a slow test lives to see.
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const reader = new FileReader();
    const text = new Promise<string>((read) => (reader.onload = () => read(String(reader.result))));
    reader.readAsText(blobs.get(this.href) as Blob);
    files.push({ name: this.download, text });
  });
  return files;
}
