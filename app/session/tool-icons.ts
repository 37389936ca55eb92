import IconBrush from "@tabler/icons-react/dist/esm/icons/IconBrush.mjs";
import IconCertificate from "@tabler/icons-react/dist/esm/icons/IconCertificate.mjs";
import IconChecklist from "@tabler/icons-react/dist/esm/icons/IconChecklist.mjs";
import IconCode from "@tabler/icons-react/dist/esm/icons/IconCode.mjs";
import IconFolder from "@tabler/icons-react/dist/esm/icons/IconFolder.mjs";
import IconLayoutDashboard from "@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs";
import IconLayoutKanban from "@tabler/icons-react/dist/esm/icons/IconLayoutKanban.mjs";
import IconMessageCircle from "@tabler/icons-react/dist/esm/icons/IconMessageCircle.mjs";
import IconNotebook from "@tabler/icons-react/dist/esm/icons/IconNotebook.mjs";
import IconSettings from "@tabler/icons-react/dist/esm/icons/IconSettings.mjs";
import IconStack2 from "@tabler/icons-react/dist/esm/icons/IconStack2.mjs";
import IconToolsKitchen2 from "@tabler/icons-react/dist/esm/icons/IconToolsKitchen2.mjs";
import IconUsers from "@tabler/icons-react/dist/esm/icons/IconUsers.mjs";

/** By the tool's path: what stands for it where there is no room for its name. */
export const toolIcons: Readonly<Record<string, typeof IconFolder>> = {
  "/Chat": IconMessageCircle,
  "/FileStorageApp": IconFolder,
  "/AdvancedJournal": IconNotebook,
  "/AdvancedTodoList": IconChecklist,
  "/TaskManager": IconLayoutKanban,
  "/PaintApp": IconBrush,
  "/EditProjects": IconStack2,
  "/EditCertificates": IconCertificate,
  "/AdminLeetCodeView": IconCode,
  "/FoodBlogEditTabSwitcher": IconToolsKitchen2,
  "/WebsiteManager": IconLayoutDashboard,
  "/UserManagement": IconUsers,
  "/Settings": IconSettings,
};
