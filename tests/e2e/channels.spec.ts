import { type MailServer, startMailServer } from "#tests/support/mail-listener.ts";
import { readHook } from "#tests/support/read-hook.ts";
import { stubServer, type StubServer } from "#tests/support/upstreams/stub-server.ts";

import { addTools } from "./ai-stack.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test as base, toast } from "./product.ts";

interface Outside {
  receiver: StubServer;
  mail: MailServer;
}

const test = base.extend<{ outside: Outside }>({
  outside: async ({}, use) => {
    const receiver = await stubServer(() => ({ body: "ok" }));
    const mail = await startMailServer();
    await use({ receiver, mail });
    await mail.close();
    await receiver.close();
  },
  environment: async ({ outside: { receiver, mail } }, use) =>
    use({
      OUTBOUND_ALLOW: receiver.hostAndPort,
      SMTP_URL: mail.url,
      MAIL_FROM: "StackLoop <stackloop@example.com>",
    }),
});

test("an administrator adds a webhook, tests it and turns it off", async ({
  signUp,
  outside: { receiver },
}) => {
  const grace = await signUp("grace", { isAdmin: true });
  const { page } = grace;
  await page.goto("/admin/channels");
  await expect(page.getByText("No Channels Yet")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add Channel" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Kind").selectOption("Webhook");
  await dialog.getByLabel("Name").fill("Team site");
  await dialog.getByLabel("Address").fill("http://10.0.0.1/hook");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add Channel" }).click();
  await expect(dialog.getByText("That address is not allowed")).toBeVisible();
  await dialog.getByLabel("Address").fill(`${receiver.origin}/hook/very-secret`);
  await dialog.getByRole("button", { name: "Add Channel" }).click();
  await expect(dialog.getByText("It isn't shown again")).toBeVisible();
  const secret = await dialog.getByText(/^whsec_/u).innerText();
  await dialog.getByRole("button", { name: "Done" }).click();

  const row = page.getByRole("listitem").filter({ hasText: "Team site" });
  await expect(row).toContainText(`${receiver.hostAndPort}/…cret`);
  await row.getByRole("button", { name: "More for Team site" }).click();
  await page.getByRole("menuitem", { name: "Send Test" }).click();
  await expect(toast(page, "Test sent")).toBeVisible();
  await expect(row).toContainText("Last delivered");
  expect(readHook(receiver.hits[0] ?? { headers: {}, body: "" }, secret).type).toBe("test");
  await row.getByRole("switch", { name: "On" }).click();
  await expect(toast(page, "Channel turned off")).toBeVisible();

  await addTools(grace, [{ name: "Claude" }]);
  await page.goto("/brief");
  await page.getByRole("radio", { name: "This week" }).click();
  await page.getByRole("button", { name: "Send…" }).click();
  await expect(dialog.getByLabel("To")).toContainText("Team site (Webhook)");
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(toast(page, "Brief sent")).toBeVisible();
  expect(readHook(receiver.hits[1] ?? { headers: {}, body: "" }, secret).type).toBe("brief");
  await page.goto("/admin/channels");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("a person confirms an address and chooses a digest", async ({ ada: { page }, outside: { mail } }) => {
  await page.goto("/account");
  await page.getByLabel("Address").fill("ada@mail.example");
  await page.getByRole("radio", { name: "Weekly" }).click();
  await page.getByRole("button", { name: "Save Email Settings" }).click();
  await expect(toast(page, "Email settings saved")).toBeVisible();
  await expect(page.getByText("until you open the confirmation link")).toBeVisible();
  await expectAccessible(page);
  const link = /http\S+\/mail\/confirm\S+/u.exec(mail.mails[0]?.text ?? "")?.[0] ?? "";
  await page.goto(link);
  await page.getByRole("button", { name: "Confirm Address" }).click();
  await expect(page.getByRole("heading", { name: "Address confirmed" })).toBeVisible();
  await page.getByRole("link", { name: "Open your account" }).click();
  await expect(page.getByText("Confirmed. A new address")).toBeVisible();
});
