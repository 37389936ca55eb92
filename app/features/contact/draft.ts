/** What is being typed outlives a reload, for as long as the tab is open. */
const key = "foyer:contact-draft";

export function keepDraft(form: HTMLFormElement): void {
  store((storage) => storage.setItem(key, JSON.stringify([...new FormData(form)])));
}

export function forgetDraft(): void {
  store((storage) => storage.removeItem(key));
}

/** Into the fields that people see, where they are empty. */
export function restoreDraft(form: HTMLFormElement): void {
  store((storage) => {
    for (const [name, text] of JSON.parse(storage.getItem(key) ?? "[]") as [string, string][]) {
      const field = form.querySelector<HTMLInputElement>(`#${name}`);
      if (field) field.value ||= text;
    }
  });
}

function store(change: (storage: Storage) => void): void {
  try {
    change(sessionStorage);
  } catch {
    // Switched off, full, or written by somebody else: then there is no draft.
  }
}
