import { useMemo } from "react";
import { longest } from "../acts/room.ts";
import { ColourField } from "../colour-field.tsx";
import { useBoardApp, useFacts } from "../store/use-board.ts";
import { zoneName, zonesWith } from "../zones.ts";
import { NameField } from "./name-field.tsx";

export function BoardFields() {
  const { acts } = useBoardApp();
  const { name, colour, zone } = useFacts();
  const zones = useMemo(() => zonesWith(zone), [zone]);
  return (
    <section className="boards-part">
      <NameField
        label="Name"
        value={name}
        most={longest.board}
        onWrite={(text) => acts.board("name", text)}
      />
      <div className="boards-pair">
        <ColourField
          label="Colour"
          value={colour}
          onChange={(value) => acts.board("colour", value)}
        />
        <label className="record-field">
          <span>Time zone</span>
          <select
            value={zone}
            onChange={({ currentTarget }) => acts.board("zone", currentTarget.value)}
          >
            {zones.map((one) => (
              <option key={one} value={one}>
                {zoneName(one)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p className="faint">Days begin and end there, for everybody on the board.</p>
    </section>
  );
}
