/** On the page of links: beside each a button that copies it, where the browser lets pages do that. */
for (const link of navigator.clipboard ? document.querySelectorAll("dd a") : []) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Copy" });
  button.addEventListener("click", async () => {
    const copied = navigator.clipboard.writeText(link.href);
    button.textContent = await copied.then(() => "Copied", () => "The browser does not let it be copied");
  });
  link.after(" ", button);
}
