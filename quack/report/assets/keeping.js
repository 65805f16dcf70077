"use strict";
// Reviews are kept in this browser, where it lets pages from the disk keep anything; otherwise as long as the page is open.

function openStore() {
  const memory = new Map();
  try {
    localStorage.setItem("quack-probe", "1");
    localStorage.removeItem("quack-probe");
  } catch {
    return { lasting: false, get: (key) => memory.get(key) ?? null, put: (key, value) => memory.set(key, value) };
  }
  return {
    lasting: true,
    get: (key) => memory.get(key) ?? localStorage.getItem(key),
    put(key, value) {
      try {
        localStorage.setItem(key, value);
      } catch {
        this.lasting = false;
        memory.set(key, value);
      }
    },
  };
}
