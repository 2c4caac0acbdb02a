"use client";
import { Icon } from "@/components/ui/icons/icon";
import { useViewer } from "@/components/data/viewer";
import { cn } from "@/components/ui/cn";
import { announce } from "@/components/ui/announcer";
import { act } from "@/lib/operations/act";

/** Everything on screen belongs to one company: the other one's begins with a page of its own. */
export async function workIn(tenantId: number): Promise<void> {
  try {
    const answered = await act("chooseTenant", { tenant_id: tenantId });
    if (answered.ok) return window.location.assign("/proposed-actions");
    announce(answered.problem.detail);
  } catch {
    announce("The server could not be reached; you still work where you were.");
  }
}

/** Nothing for somebody who belongs to one company. */
export function TenantChoice({ className }: { className?: string }) {
  const { tenants, tenantId } = useViewer();
  if (tenants.length < 2) return null;
  return (
    <fieldset className={cn("grid", className)}>
      <legend className="sr-only">Company</legend>
      {tenants.map((tenant) => (
        <button
          key={tenant.id}
          type="button"
          aria-pressed={tenant.id === tenantId}
          onClick={() => void workIn(tenant.id)}
          className="flex min-h-11 items-center gap-3 px-1 text-left text-[15px]"
        >
          <Icon name="building-2" className="size-5 shrink-0 text-ink-3" strokeWidth={1.75} />
          <span className="min-w-0 flex-1 truncate">{tenant.name}</span>
          {tenant.id === tenantId && <span className="text-xs text-ink-3">here</span>}
        </button>
      ))}
    </fieldset>
  );
}
