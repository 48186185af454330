#!/bin/sh
# Register the API and its web client in Entra ID, or bring their registrations up to date.
#
#   infra/register_apps.sh <public url of the API> <origin of the web client>
#
# Needs the Azure CLI, signed in (az login) as somebody who may register applications, and consent
# for the organisation is asked of whoever may give it. Prints what to set with `azd env set`.
set -eu

api_url=${1:?the public url of the API, e.g. https://func-xyz.azurewebsites.net}
web_origin=${2:?the origin of the web client, e.g. https://chat.example.com}
api_name=${API_NAME:-"OmniForge API"}
web_name=${WEB_NAME:-"OmniForge"}
graph=00000003-0000-0000-c000-000000000000

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

found() { az ad app list --display-name "$1" --query "[?displayName=='$1'].appId | [0]" --output tsv; }

registered() { # name: its client id, registered if there is none yet
  id=$(found "$1")
  [ -n "$id" ] || id=$(az ad app create --display-name "$1" --sign-in-audience AzureADMyOrg --query appId --output tsv)
  echo "$id"
}

object_of() { az ad app show --id "$1" --query id --output tsv; }

patch() { # object id, file
  az rest --method PATCH --url "https://graph.microsoft.com/v1.0/applications/$1" \
    --headers Content-Type=application/json --body "@$2"
}

permission() { # name: the id of a delegated permission of Graph
  az ad sp show --id "$graph" --query "oauth2PermissionScopes[?value=='$1'].id | [0]" --output tsv
}

api=$(registered "$api_name")
web=$(registered "$web_name")
tenant=$(az account show --query tenantId --output tsv)

access=""
for name in offline_access User.Read Mail.ReadWrite Mail.Send MailboxSettings.Read \
  Calendars.ReadWrite Contacts.ReadWrite People.Read; do
  access="$access{\"id\": \"$(permission "$name")\", \"type\": \"Scope\"},"
done

# Ids of roles and of the scope are fixed: what has one of them keeps it when this runs again.
role() { # id, value, who may have it, what it lets do
  printf '{"id": "%s", "value": "%s", "displayName": "%s", "description": "%s", "allowedMemberTypes": [%s], "isEnabled": true}' \
    "$1" "$2" "$2" "$4" "$3"
}
scope=6d1f0a52-3c8e-4b7a-9a55-0c7e5d2b9f01
cat > "$work/api.json" <<END
{
  "identifierUris": ["api://$api"],
  "api": {
    "requestedAccessTokenVersion": 2,
    "oauth2PermissionScopes": [{
      "id": "$scope", "value": "access_as_user", "type": "User", "isEnabled": true,
      "adminConsentDisplayName": "Talk to OmniForge", "adminConsentDescription": "Lets the client talk to OmniForge for whoever is signed in.",
      "userConsentDisplayName": "Talk to OmniForge", "userConsentDescription": "Lets the client talk to OmniForge for you."
    }]
  },
  "appRoles": [
    $(role 0b0e6c1c-5d0f-4a3e-8f57-6f0a4b1c2d01 Owner '"User"' 'Everything an administrator may; the first owner gives the other roles.'),
    $(role 0b0e6c1c-5d0f-4a3e-8f57-6f0a4b1c2d02 Admin '"User", "Application"' 'Change any agent and the policy, see the figures of everybody.'),
    $(role 0b0e6c1c-5d0f-4a3e-8f57-6f0a4b1c2d03 Builder '"User", "Application"' 'Make agents and skills.'),
    $(role 0b0e6c1c-5d0f-4a3e-8f57-6f0a4b1c2d04 Approver '"User"' 'Agree where the policy wants an approver.'),
    $(role 0b0e6c1c-5d0f-4a3e-8f57-6f0a4b1c2d05 Member '"User", "Application"' 'Talk, with accounts and schedules of their own.')
  ],
  "optionalClaims": {"accessToken": [{"name": "acct"}, {"name": "idtyp", "additionalProperties": ["include_user_token"]}]},
  "web": {"redirectUris": ["$api_url/api/v1/connections/callback"]},
  "requiredResourceAccess": [{"resourceAppId": "$graph", "resourceAccess": [${access%,}]}]
}
END
patch "$(object_of "$api")" "$work/api.json"

# Only now, since the scope has to be there before a client can be allowed to ask for it.
printf '{"api": {"preAuthorizedApplications": [{"appId": "%s", "delegatedPermissionIds": ["%s"]}]}}' "$web" "$scope" > "$work/allow.json"
patch "$(object_of "$api")" "$work/allow.json"
cat > "$work/web.json" <<END
{
  "spa": {"redirectUris": ["$web_origin"]},
  "requiredResourceAccess": [{"resourceAppId": "$api", "resourceAccess": [{"id": "$scope", "type": "Scope"}]}]
}
END
patch "$(object_of "$web")" "$work/web.json"

for id in "$api" "$web"; do
  az ad sp show --id "$id" > "$work/sp" 2>&1 || az ad sp create --id "$id" > "$work/sp"
done

cat <<END
azd env set ENTRA_CLIENT_ID $api
azd env set ENTRA_SPA_CLIENT_ID $web
azd env set ENTRA_TENANTS $tenant
azd env set CORS_ORIGINS $web_origin
azd env set MICROSOFT_CLIENT_ID $api
azd env set MICROSOFT_TENANT $tenant
# A secret, for connecting Microsoft accounts; it is shown once:
#   azd env set MICROSOFT_CLIENT_SECRET "\$(az ad app credential reset --id $api --append --query password --output tsv)"
# Graph's permissions for everybody (else each person is asked): az ad app permission admin-consent --id $api
END
